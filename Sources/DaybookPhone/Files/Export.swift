import Foundation

/// A file with the person's data, on its way to the person.
public enum Export: Equatable, Sendable {
    case none
    /// It is being written.
    case writing
    /// It can be saved elsewhere. It is not sealed.
    case ready(URL)
    /// It could not be written, in words.
    case failed(String)
}
