/// The constants of the zip format. Source: PKWARE, APPNOTE.TXT 6.3.10
/// (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT), section 4.
enum ZipFormat {
    static let localHeader: UInt32 = 0x0403_4b50
    static let descriptor: UInt32 = 0x0807_4b50
    static let centralHeader: UInt32 = 0x0201_4b50
    static let end: UInt32 = 0x0605_4b50
    static let end64: UInt32 = 0x0606_4b50
    static let locator64: UInt32 = 0x0706_4b50

    static let endBytes = 22
    static let locator64Bytes = 20

    /// The extra field with 64-bit sizes.
    static let extra64: UInt16 = 1
    /// This value means that the number is in ``extra64`` or in the 64-bit end record.
    static let elsewhere32 = UInt32.max
    static let elsewhere16 = UInt16.max

    /// General-purpose flags.
    enum Flag {
        static let encrypted: UInt16 = 1 << 0
        /// Sizes and checksum are after the data and not before it.
        static let descriptor: UInt16 = 1 << 3
        static let patched: UInt16 = 1 << 5
        static let strongEncryption: UInt16 = 1 << 6
        static let utf8: UInt16 = 1 << 11
        static let masked: UInt16 = 1 << 13
    }

    /// Version 2.0 has deflate and folders, 4.5 has 64-bit numbers.
    static let version: UInt16 = 20
    static let version64: UInt16 = 45
    /// The upper byte of "made by": Unix. The attributes then hold Unix file modes.
    static let unix: UInt16 = 3
}

extension [UInt8] {
    /// Appends a number, least significant byte first.
    mutating func append<Number: FixedWidthInteger & UnsignedInteger>(little number: Number) {
        for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: number >> Number(shift)))
        }
    }
}
