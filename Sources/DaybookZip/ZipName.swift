/// Checks that an entry's name stays inside the archive.
enum ZipName {
    private static let bytesMaximum = 1_024

    /// Decodes a name. Throws ``ZipError/badName`` when it is empty, is not UTF-8, is absolute, leads out of the
    /// archive, or has characters with a meaning on some systems only.
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
