import ArgumentParser
import DaybookPush
import DaybookServer
import DaybookStore

/// An error that the operator can understand: printed as one sentence, exit code 1.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Another process uses the data folder exclusively.
    static func inRepair(_ folder: String) -> Failure {
        Failure("\(folder) is being repaired by `daybook check --repair`. Start again when that has ended.")
    }

    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as StorageError: self.init(error.description)
        case let error as BackupError: self.init(error.description)
        case let error as DescriptorShortage: self.init(error.description)
        case let error as ListenError: self.init(error.description)
        case let error as TLSFileError: self.init(error.description)
        case let error as VAPIDKeyFileError: self.init(error.description)
        default: self.init("\(error)")
        }
    }
}
