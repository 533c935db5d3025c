// Writes Sources/DaybookCore/Lists/FoldTable.swift, from what the standard library of this Swift knows of Unicode:
//
//     swift scripts/fold-table.swift >Sources/DaybookCore/Lists/FoldTable.swift
//
// FoldTests tells when the two differ.

@_spi(_Unicode) import Swift

typealias Scalar = Unicode.Scalar

let hangul: ClosedRange<UInt32> = 0xAC00...0xD7A3
let scalars = (0x80...0x10FFFF).compactMap { Scalar($0 as UInt32) }

func lowercase(_ scalar: Scalar) -> [Scalar] { Array(String(scalar).lowercased().unicodeScalars) }

/// The characters of a Swift literal.
func literal(_ value: UInt32) -> String {
    (0x20..<0x7F).contains(value)
        ? String(UnicodeScalar(UInt8(value))) : "\\u{\(String(value, radix: 16, uppercase: true))}"
}

/// Pairs of scalars: the first, then the second. Where both grow by the same step, the step and the last first stand
/// between.
func runs(_ pairs: [(Scalar, Scalar)]) -> [String] {
    var found: [(first: UInt32, last: UInt32, step: UInt32, target: UInt32)] = []
    for (scalar, target) in pairs.map({ ($0.value, $1.value) }) {
        if let run = found.last, target &- scalar == run.target &- run.first, scalar - run.last < 3,
            run.first == run.last || scalar - run.last == run.step
        {
            found[found.count - 1].step = scalar - run.last
            found[found.count - 1].last = scalar
        } else {
            found.append((scalar, scalar, 0, target))
        }
    }
    return found.map { run in
        let last = run.step == 0 ? "" : "\(run.step)" + literal(run.last)
        return literal(run.first) + last + literal(run.target)
    }
}

/// Each class, and its marks. A hyphen stands for those between two.
func classes() -> [String] {
    let marks = scalars.filter { $0.properties.canonicalCombiningClass != .notReordered && !isMark($0.value) }
    let groups = Dictionary(grouping: marks, by: \.properties.canonicalCombiningClass.rawValue)
    precondition(!groups.keys.contains(UInt8(ascii: "-")))
    return groups.sorted { $0.key < $1.key }.flatMap { kind, marks -> [String] in
        var found: [ClosedRange<UInt32>] = []
        for value in marks.map(\.value) {
            if let run = found.last, run.upperBound + 1 == value {
                found[found.count - 1] = run.lowerBound...value
            } else {
                found.append(value...value)
            }
        }
        return [literal(UInt32(kind))]
            + found.map { run in
                let first = literal(run.lowerBound)
                return run.count == 1 ? first : first + (run.count == 2 ? "" : "-") + literal(run.upperBound)
            }
    }
}

/// What is left of letters without their marks: the letter after a digit 1, then what is left of it and of those that follow it. A
/// 0 stands for a letter that stays, a 2 or 3 before as many scalars that are left of one.
func letters() -> [String] {
    var pieces: [String] = []
    var next: UInt32 = 0
    for scalar in scalars where !hangul.contains(scalar.value) && !isMark(scalar.value) {
        let lower = lowercase(scalar)
        let kept = lower.flatMap { Array(String($0)._nfd) }.filter { !isMark($0.value) }
        // An uppercase letter is looked up by its lowercase form.
        guard lower == [scalar] || lower.count > 1, kept != [scalar] else { continue }
        precondition(!kept.isEmpty && kept.count < 4 && !kept.contains { ("0"..."9").contains($0) })
        // Two that stay are shorter than a new place.
        if scalar.value >= next, scalar.value - next <= 2 {
            pieces += Array(repeating: "0", count: Int(scalar.value - next))
        } else {
            pieces.append("1" + literal(scalar.value))
        }
        pieces.append((kept.count > 1 ? "\(kept.count)" : "") + kept.map { literal($0.value) }.joined())
        next = scalar.value + 1
    }
    return pieces
}

/// As `Fold.isMark`, which this file cannot see.
func isMark(_ value: UInt32) -> Bool {
    switch value {
    case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F: true
    case 0x0591...0x05BD, 0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x064B...0x0652, 0x0670: true
    case 0x200B...0x200F, 0x2060, 0xFEFF, 0x00AD: true
    default: false
    }
}

func show(_ comment: String, _ name: String, _ pieces: [String]) {
    print("\n    /// \(comment)\n    static let \(name): StaticString = \"\"\"")
    var line = ""
    for piece in pieces {
        if line.utf8.count + piece.utf8.count > 110 {
            print("        \(line)\\")
            line = ""
        }
        line += piece
    }
    print("        \(line)\n        \"\"\"")
}

print(
    "// Written by scripts/fold-table.swift.\n\n/// What ``Fold`` knows of Unicode beyond ASCII and Hangul. ``FoldData`` reads it.\nenum FoldTable {",
    terminator: ""
)
let lowered = scalars.map { ($0, lowercase($0)) }.filter { $0.1 != [$0.0] && $0.1.count == 1 }
show(
    "Letters and their lowercase forms. A digit and the last letter stand between where both grow by that digit.",
    "lowercase",
    runs(lowered.map { ($0, $1[0]) })
)
show(
    "A lowercase letter after a 1, what is left of it and of those that follow without marks; a 0 if all, a 2 or 3 before as many.",
    "letters",
    letters()
)
show("A canonical combining class, then its marks. A hyphen stands for those between two.", "classes", classes())
print("}")
