import Foundation

extension TestPhone {
    /// The files of the phone in whose bytes a text stands.
    func filesContaining(_ text: String) throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
        return names.filter { name in
            FileManager.default.contents(atPath: "\(folder)/\(name)")?.range(of: Data(text.utf8)) != nil
        }
    }
}
