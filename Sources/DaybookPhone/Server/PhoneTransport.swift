import DaybookClient
import DaybookCore
import Foundation

/// The app's connection to a server: calls, and files that are larger than memory.
public protocol PhoneTransport: ServerTransport {
    /// Makes a call, and writes the body of an answer of status 200 to a file. Other answers have their bodies.
    func download(_ call: Call, to file: URL) async throws -> Answer
    /// Makes a call whose body is a zip in a file.
    func upload(_ call: Call, from file: URL) async throws -> Answer
}
