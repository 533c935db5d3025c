import Testing

@testable import DaybookCore

@Suite struct JSONWritingTests {
    @Test("Only what must be escaped is, and nothing is added")
    func literal() {
        let value = JSON.object([
            .init("a\"b", .array([.null, .bool(true), .bool(false), .integer(.min), .number("-0.10e+5")])),
            .init("", .string("\u{0}\u{1F}\n\r\t\u{8}\"\\/é😀\u{7F}\u{2028}")), .init("c", .object([])),
        ])
        let text =
            #"{"a\"b":[null,true,false,-9223372036854775808,-0.10e+5],"#
            + #""":"\u0000\u001f\n\r\t\u0008\"\\/é😀"# + "\u{7F}\u{2028}" + #"","c":{}}"#
        #expect(String(decoding: value.encoded, as: UTF8.self) == text)
    }

    @Test("What is written reads back as the same value")
    func roundTrip() {
        property(runs: 1_000) { random in
            let value = random.json(depth: 4)
            try hold(try JSON(value.encoded), equals: value, "round trip")
            try hold(try JSON(value.encoded).encoded, equals: value.encoded, "the same bytes")
        }
    }

    @Test("Mutated documents never crash the reader, and what it takes writes as an equal value")
    func fuzz() {
        property(runs: 3_000) { random in
            var bytes = random.json(depth: 4).encoded
            for _ in 0..<random.int(1...4) { random.mutate(&bytes) }
            let value: JSON
            do { value = try JSON(bytes) } catch let error as JSON.ParseError {
                return try hold((0...bytes.count).contains(error.offset), "\(error) within \(bytes.count) bytes")
            }
            try hold(try JSON(value.encoded), equals: value, "what was read writes as itself")
        }
    }

    @Test("Numbers write exactly, the limits too", arguments: [0, 7, -1, 10, -10, .max, .min] as [Int64])
    func decimals(number: Int64) throws {
        var bytes: [UInt8] = []
        bytes.appendDecimal(number)
        #expect(String(decoding: bytes, as: UTF8.self) == String(number))
        #expect(try JSON(bytes) == .integer(number))
    }

    @Test("Every character is escaped or not wherever it stands, and the count of bytes agrees")
    func escapesAtEveryPlace() {
        for value: UInt8 in 0..<0x80 {
            let character = String(UnicodeScalar(value))
            let escaped: String
            switch value {
            case 0x22, 0x5C: escaped = "\\" + character
            case 0x0A: escaped = "\\n"
            case 0x0D: escaped = "\\r"
            case 0x09: escaped = "\\t"
            case 0..<0x20: escaped = "\\u00" + (value < 0x10 ? "0" : "1") + String(value % 16, radix: 16)
            default: escaped = character
            }
            for place in 0..<18 {
                let (before, after) = (String(repeating: "é", count: place), String(repeating: "\u{7F}", count: 9))
                let text = JSON.string("x" + before + character + after)
                let expected = Array("\"x\(before)\(escaped)\(after)\"".utf8)
                #expect(text.encoded == expected, "byte \(value) at \(place)")
                #expect(text.encodedCount == expected.count, "byte \(value) at \(place)")
            }
        }
    }
}
