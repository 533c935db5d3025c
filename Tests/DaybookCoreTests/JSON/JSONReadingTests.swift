import Testing

@testable import DaybookCore

@Suite struct JSONReadingTests {
    @Test(
        "A text of RFC 8259 reads as its value",
        arguments: [
            ("null", .null), (" \t\r\n true \n", .bool(true)), ("false", .bool(false)), ("0", .integer(0)),
            ("-1", .integer(-1)), ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .number("9223372036854775808")),
            ("-9223372036854775809", .number("-9223372036854775809")),
            ("100000000000000000000000000000", .number("100000000000000000000000000000")),
            ("-0", .number("-0")), ("-0.0", .number("-0.0")), ("1.50", .number("1.50")), ("1e5", .number("1e5")),
            ("1E+05", .number("1E+05")), ("0e-0", .number("0e-0")), ("0.1e1", .number("0.1e1")),
            ("\"\"", .string("")), ("\"a/b\"", .string("a/b")),
            (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")),
            (#""\u0041\u00e9\u00E9\u20ac""#, .string("Aéé€")), (#""\ud83d\uDE00""#, .string("😀")),
            (#""\u0000""#, .string("\u{0}")), (#""\uDBFF\uDFFF""#, .string("\u{10FFFF}")),
            (#""\ud7ff\ue000""#, .string("\u{D7FF}\u{E000}")),
            // Names are compared by their bytes.
            ("{\"é\":1,\"e\u{301}\":2}", .object([.init("é", .integer(1)), .init("e\u{301}", .integer(2))])),
            ("\"é€😀\u{7F}\u{2028}\"", .string("é€😀\u{7F}\u{2028}")), ("\"a\\\\\"", .string("a\\")),
            ("[]", .array([])), ("[ ]", .array([])), ("[1 , [ ] ,{}]", .array([.integer(1), .array([]), .object([])])),
            ("{ }", .object([])), ("{\"\":0}", .object([.init("", .integer(0))])),
            (
                "{ \"b\" : 1 ,\"a\":{\"b\":null}}",
                .object([.init("b", .integer(1)), .init("a", .object([.init("b", .null)]))])
            ),
        ] as [(String, JSON)]
    )
    func accepts(text: String, value: JSON) throws {
        #expect(try JSON(text: text) == value)
    }

    @Test(
        "Anything else is refused, with the reason and the place",
        arguments: [
            ("", .unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("nul", .unexpectedEnd, 3),
            ("nulx", .unexpectedByte, 3),
            ("True", .unexpectedByte, 0), ("truex", .trailingBytes, 4), ("1 2", .trailingBytes, 2),
            ("NaN", .unexpectedByte, 0), ("Infinity", .unexpectedByte, 0), ("'a'", .unexpectedByte, 0),
            ("// a", .unexpectedByte, 0), ("\u{FEFF}1", .unexpectedByte, 0), ("\u{A0}1", .unexpectedByte, 0),
            ("\u{C}1", .unexpectedByte, 0), ("1\u{0}", .trailingBytes, 1),
            ("-", .unexpectedEnd, 1), ("-a", .badNumber, 1), ("+1", .unexpectedByte, 0), (".5", .unexpectedByte, 0),
            ("01", .badNumber, 1), ("-01", .badNumber, 2), ("1.", .unexpectedEnd, 2), ("1.e1", .badNumber, 2),
            ("1e", .unexpectedEnd, 2), ("1e+", .unexpectedEnd, 3), ("1ex", .badNumber, 2), ("0x1", .trailingBytes, 1),
            ("1_000", .trailingBytes, 1), ("--1", .badNumber, 1),
            ("\"", .unexpectedEnd, 1), ("\"a", .unexpectedEnd, 2), ("\"a\nb\"", .controlCharacter, 2),
            ("\"\u{1F}\"", .controlCharacter, 1), ("\"\t\"", .controlCharacter, 1), (#""\x41""#, .badEscape, 1),
            (#""\'""#, .badEscape, 1), (#""\"#, .unexpectedEnd, 2), (#""\u12"#, .unexpectedEnd, 5),
            (#""\u12g4""#, .badEscape, 5), (#""\U0041""#, .badEscape, 1), (#""\ud800""#, .loneSurrogate, 1),
            (#""a\udc00""#, .loneSurrogate, 2), (#""\ud800\u0041""#, .loneSurrogate, 1),
            (#""\ud800\ud800""#, .loneSurrogate, 1), (#""\ud800x""#, .loneSurrogate, 1),
            (#""\ude00\ud83d""#, .loneSurrogate, 1),
            ("[", .unexpectedEnd, 1), ("]", .unexpectedByte, 0), ("[1", .unexpectedEnd, 2), ("[1,", .unexpectedEnd, 3),
            ("[1,]", .unexpectedByte, 3), ("[,1]", .unexpectedByte, 1), ("[1 2]", .unexpectedByte, 3),
            ("[1}", .unexpectedByte, 2), ("[1]]", .trailingBytes, 3),
            ("{", .unexpectedEnd, 1), ("{1:2}", .unexpectedByte, 1), ("{a:1}", .unexpectedByte, 1),
            ("{\"a\"}", .unexpectedByte, 4), ("{\"a\":}", .unexpectedByte, 5), ("{\"a\":1,}", .unexpectedByte, 7),
            ("{\"a\":1 \"b\":2}", .unexpectedByte, 7), ("{\"a\":1]", .unexpectedByte, 6),
            ("{\"a\" 1}", .unexpectedByte, 5),
            ("{\"a\":1,\"a\":1}", .duplicateName, 7), (#"{"a":1,"\u0061":2}"#, .duplicateName, 7),
        ] as [(String, JSON.ParseError.Reason, Int)]
    )
    func refuses(text: String, reason: JSON.ParseError.Reason, offset: Int) {
        #expect(throws: JSON.ParseError(reason, at: offset)) { try JSON(text: text) }
    }

    @Test(
        "Bytes that are no UTF-8 are refused where they stand",
        arguments: [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x9F, 0xBF], [0xE2, 0x82], [0xED, 0xA0, 0x80],
            [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xF0, 0x9F, 0x98],
            [0xC3, 0x28], [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0x28], [0xF0, 0x9F, 0x98, 0x28],
        ] as [[UInt8]]
    )
    func refusesBadUTF8(sequence: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        #expect(throws: JSON.ParseError(.badUTF8, at: 2)) { try JSON([quote, 0x61] + sequence + [quote]) }
        #expect(throws: JSON.ParseError(.badUTF8, at: 2)) { try JSON([quote, 0x61] + sequence) }
        #expect(throws: JSON.ParseError(.unexpectedByte, at: 0)) { try JSON(sequence) }
    }

    @Test("Every scalar reads as itself, as UTF-8 and as escapes")
    func everyScalar() throws {
        for value in stride(from: UInt32(0x20), through: 0x10FFFF, by: 37) {
            guard let scalar = Unicode.Scalar(value), scalar != "\"", scalar != "\\" else { continue }
            let text = String(Character(scalar))
            var escaped: [UInt8] = []
            for unit in text.utf16 {
                escaped.append(ascii: "\\u")
                escaped.appendHex(UInt64(unit), digits: 4)
            }
            let direct = try JSON(text: "\"\(text)\"").stringValue
            let viaEscapes = try JSON(text: "\"\(String(decoding: escaped, as: UTF8.self))\"").stringValue
            #expect(direct?.unicodeScalars.first == scalar && viaEscapes?.unicodeScalars.first == scalar)
        }
    }

    @Test("Depth is limited, and counted for arrays and objects alike")
    func depth() throws {
        func nested(_ depth: Int) -> String {
            (0..<depth).map { $0 % 2 == 0 ? "[" : "{\"a\":" }.joined() + "0"
                + (0..<depth).reversed().map { $0 % 2 == 0 ? "]" : "}" }.joined()
        }
        _ = try JSON(text: nested(32))
        #expect(throws: JSON.ParseError(.tooDeep, at: 32 / 2 + 32 / 2 * 5)) { try JSON(text: nested(33)) }
        #expect(throws: JSON.ParseError(.tooDeep, at: 32)) { try JSON(text: String(repeating: "[", count: 1_000_000)) }
        #expect(throws: JSON.ParseError(.tooDeep, at: 0)) { try JSON(text: "[]", limits: .init(size: 9, depth: 0)) }
    }

    @Test("Size is limited before anything is read")
    func size() throws {
        _ = try JSON(text: "[1,2]", limits: .init(size: 5, depth: 1))
        #expect(throws: JSON.ParseError(.tooLarge, at: 4)) { try JSON(text: "[1,2]", limits: .init(size: 4, depth: 1)) }
    }

    @Test("Values are limited, and counted in arrays and objects too")
    func values() throws {
        let text = #"[1,{"a":[]},"b"]"#
        _ = try JSON(text: text, limits: .init(size: 99, depth: 9, values: 5))
        #expect(throws: JSON.ParseError(.tooManyValues, at: 12)) {
            try JSON(text: text, limits: .init(size: 99, depth: 9, values: 4))
        }
        #expect(throws: JSON.ParseError(.tooManyValues, at: 0)) {
            try JSON(text: "1", limits: .init(size: 9, depth: 9, values: 0))
        }
    }

    @Test("An object of many names reads in little time, and a name twice is found at any size")
    func manyNames() throws {
        let names = (0..<20_000).map { "\"\($0)\":0" }
        #expect(try JSON(text: "{" + names.joined(separator: ",") + "}").objectValue?.count == 20_000)
        for twice in [1, 15, 16, 17, 19_999] {
            #expect(throws: JSON.ParseError.self) {
                try JSON(text: "{" + names.joined(separator: ",") + ",\"\(twice)\":0}")
            }
        }
    }
}
