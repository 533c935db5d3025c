import DaybookCore
import Foundation

/// Finds records in the pages of a damaged file without SQLite, which reads nothing of a table whose upper pages, or
/// whose place in the schema, cannot be read. The pages below them have whole rows.
///
/// https://sqlite.org/fileformat2.html describes pages, cells and records. Nothing that stands in the file is trusted:
/// a row counts when the record in it can be decoded and is the one that the row names.
struct RecordScan {
    private let pageSize: Int
    /// The bytes of a page that SQLite uses.
    private let usable: Int
    private let file: Data
    /// Pages of the log that were not moved into the file yet: where each begins in `log`, the latest last.
    private var logged: [Int: [Int]] = [:]
    private let log: Data

    /// The bytes of a file, and of the log beside it.
    init(file: Data, log: Data = Data()) {
        self.file = file
        self.log = log
        // A damaged header does not tell the size of a page. Notebooks have pages of SQLite's default size.
        let stated = file.count >= 100 ? Int(file.byte(16)) << 8 | Int(file.byte(17)) : 0
        let isValid = file.starts(with: "SQLite format 3\0".utf8) && stated >= 512 && stated & (stated - 1) == 0
        pageSize = isValid ? stated : stated == 1 ? 65_536 : 4_096
        usable = pageSize - (isValid ? Int(file.byte(20)) : 0)
        readLog()
    }

    private mutating func readLog() {
        var place = 32
        while place + 24 + pageSize <= log.count {
            logged[log.number(at: place, bytes: 4), default: []].append(place + 24)
            place += 24 + pageSize
        }
    }

    /// Calls with each record that can be read, in no order. The same record may come in several states.
    func records(_ found: (DaybookCore.Record) -> Void) {
        for number in 0..<(file.count / pageSize) {
            cells(of: page(file, number * pageSize), isFirst: number == 0, found)
        }
        for places in logged.values {
            for place in places { cells(of: page(log, place), isFirst: false, found) }
        }
    }

    private func page(_ data: Data, _ place: Int) -> Data {
        data[(data.startIndex + place)..<(data.startIndex + place + pageSize)]
    }

    /// The page of a number, in its latest state; nil when there is no such page.
    private func page(_ number: Int) -> Data? {
        if let place = logged[number]?.last { return page(log, place) }
        guard number >= 1, number * pageSize <= file.count else { return nil }
        return page(file, (number - 1) * pageSize)
    }

    /// Reads a page as a leaf of a table, if it looks like one.
    private func cells(of page: Data, isFirst: Bool, _ found: (DaybookCore.Record) -> Void) {
        let header = isFirst ? 100 : 0
        guard page.byte(header) == 0x0D else { return }
        let count = page.number(at: header + 3, bytes: 2)
        guard header + 8 + count * 2 <= usable else { return }
        for index in 0..<count {
            let place = page.number(at: header + 8 + index * 2, bytes: 2)
            guard place >= header + 8, place < usable, let payload = payload(of: page, at: place) else { continue }
            if let record = RecordScan.record(ofRow: payload) { found(record) }
        }
    }

    /// The row of a cell, together with what goes on in other pages.
    private func payload(of page: Data, at place: Int) -> Data? {
        var place = place
        guard let length = page.varint(&place), page.varint(&place) != nil else { return nil }
        // Longer than any record that a device or a server takes.
        guard length > 0, length <= RecordScan.rowMaximum else { return nil }
        let most = usable - 35
        if length <= most { return page.bytes(at: place, length, below: usable) }
        let least = (usable - 12) * 32 / 255 - 23
        let fitting = least + (length - least) % (usable - 4)
        let local = fitting <= most ? fitting : least
        guard var payload = page.bytes(at: place, local, below: usable), place + local + 4 <= usable else { return nil }
        var next = page.number(at: place + local, bytes: 4)
        // The length bounds the pages, also where they lead in a circle.
        while payload.count < length {
            guard let more = self.page(next),
                let bytes = more.bytes(at: 4, min(length - payload.count, usable - 4), below: usable)
            else { return nil }
            payload.append(bytes)
            next = more.number(at: 0, bytes: 4)
        }
        return payload
    }

    private static let rowMaximum = 16 << 20

    /// The record of a row of the table `records`: nothing in place of its number, a text, 16 bytes, and the record.
    private static func record(ofRow row: Data) -> DaybookCore.Record? {
        let row = Data(row)
        var place = 0
        guard let headerLength = row.varint(&place), headerLength <= row.count else { return nil }
        var types: [Int] = []
        while place < headerLength, types.count < 5 {
            guard let type = row.varint(&place) else { return nil }
            types.append(type)
        }
        guard types.count == 4, place == headerLength, types[0] == 0, types[1] >= 13, types[1] % 2 == 1, types[2] == 44,
            types[3] >= 12, types[3] % 2 == 0
        else { return nil }
        let (kind, record) = ((types[1] - 13) / 2, (types[3] - 12) / 2)
        // Each by itself first, because their sum may be too large for a number.
        guard kind <= row.count, record <= row.count, headerLength + kind + 16 + record == row.count else { return nil }
        let id = row[(headerLength + kind)..<(headerLength + kind + 16)]
        let bytes = [UInt8](row[(headerLength + kind + 16)...])
        guard let found = ReplicaDisk.record(of: bytes), found.id.blob == id,
            Array(found.kind.name.utf8) == Array(row[headerLength..<(headerLength + kind)])
        else { return nil }
        return found
    }
}

extension Data {
    /// The byte at a place, counted from 0; 0 behind the end.
    func byte(_ place: Int) -> UInt8 { place < count ? self[startIndex + place] : 0 }

    /// A number of some bytes, big-endian.
    func number(at place: Int, bytes: Int) -> Int {
        (place..<(place + bytes)).reduce(0) { $0 << 8 | Int(byte($1)) }
    }

    /// Some bytes; nil when they end behind a place.
    fileprivate func bytes(at place: Int, _ length: Int, below end: Int) -> Data? {
        guard place + length <= Swift.min(end, count) else { return nil }
        return Data(self[(startIndex + place)..<(startIndex + place + length)])
    }

    /// A number of 1 to 9 bytes, as SQLite writes lengths; nil when it is not one, or is greater than any length.
    fileprivate func varint(_ place: inout Int) -> Int? {
        var value: UInt64 = 0
        for index in 0..<9 {
            guard place < count else { return nil }
            let byte = byte(place)
            place += 1
            if index == 8 { return Int(exactly: value << 8 | UInt64(byte)) }
            value = value << 7 | UInt64(byte & 0x7F)
            if byte & 0x80 == 0 { return Int(exactly: value) }
        }
        return nil
    }
}
