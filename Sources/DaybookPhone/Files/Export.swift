import Foundation

/// A file with the person's data, on its way to the person.
public enum Export: Equatable, Sendable {
    case none
    /// It is being written.
    case writing
    /// The file is complete and can be saved elsewhere. It is not sealed.
    case ready(URL)
    /// The file could not be written, for this reason.
    case failed(String)
}
