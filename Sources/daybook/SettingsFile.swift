import Configuration
import DaybookCore
import Foundation

/// The config file.
enum SettingsFile {
    static let defaultPathForHelp = "$XDG_CONFIG_HOME/daybook/config.json, or ~/.config/daybook/config.json"

    /// Reads a file; nil when the default file does not exist. Throws a ``Failure`` that names the file and the key.
    static func provider(path: String?, environment: [String: String]) async throws -> (any ConfigProvider)? {
        let fallback = Defaults.xdg(environment, "XDG_CONFIG_HOME", fallback: ".config") + "/config.json"
        let chosen = path ?? environment["DAYBOOK_CONFIG"] ?? fallback
        let isAsked = path != nil || environment["DAYBOOK_CONFIG"] != nil
        guard FileManager.default.fileExists(atPath: chosen) else {
            if isAsked { throw Failure("the config file \(chosen) is not there.") }
            return nil
        }
        try check(path: chosen)
        let location = InMemoryProvider(values: ["filePath": .init(.string(chosen), isSecret: false)])
        return try await FileProvider<JSONSnapshot>(config: ConfigReader(provider: location))
    }

    /// A misspelt setting would be ignored without an error, so every name is checked.
    private static func check(path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Failure("the config file \(path) cannot be read.")
        }
        let json: JSON
        do {
            json = try JSON(Array(data))
        } catch {
            throw Failure("the config file \(path) is not JSON: \(error.reason) at byte \(error.offset).")
        }
        guard let members = json.objectValue else { throw Failure("the config file \(path) is not a JSON object.") }
        for member in members where !Defaults.names.contains(member.name) {
            let known = Defaults.names.sorted().joined(separator: ", ")
            throw Failure("the config file \(path) has a setting \(member.name) that is not known. Known: \(known).")
        }
    }
}
