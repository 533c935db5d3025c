/// Names of entries that lead nowhere but into the archive.
enum ZipName {
    private static let bytesMaximum = 1_024

    /// The name that bytes are; throws ``ZipError/badName`` for one that is empty, is not UTF-8, is absolute, climbs
    /// out, or holds what means something to one system and not to another.
    static func read(_ bytes: ArraySlice<UInt8>, isUTF8: Bool) throws(ZipError) -> String {
        guard (1...bytesMaximum).contains(bytes.count), isUTF8 || bytes.allSatisfy({ $0 < 0x80 }),
            let name = String(validating: bytes, as: UTF8.self)
        else { throw .badName }
        // Backslashes and colons are separators on Windows; control characters only hide.
        let isPlain = name.unicodeScalars.allSatisfy {
            $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0 != "\\" && $0 != ":"
        }
        var parts = name.split(separator: "/", omittingEmptySubsequences: false)
        // A folder's name ends with a slash.
        if parts.count > 1, parts.last == "" { parts.removeLast() }
        guard isPlain, parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else { throw .badName }
        return name
    }
}
