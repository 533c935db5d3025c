import Testing

@testable import DaybookStore

@Suite("SQLite: the space of a page that its tree does not use")
struct UnusedSpaceTests {
    /// A page that begins with these bytes.
    private func page(_ start: [UInt8], at place: Int = 0, size: Int = 4_096) -> [UInt8] {
        var page = [UInt8](repeating: 7, count: size)
        page.replaceSubrange(place..<place + start.count, with: start)
        return page
    }

    private func range(_ page: [UInt8], at offset: Int64 = 4_096, inFileOf bytes: Int64 = 1 << 20) -> Range<Int>? {
        page.withUnsafeBytes { UnusedSpace.range(of: $0, at: offset, inFileOf: bytes) }
    }

    @Test("it lies between the index of cells and the cells", arguments: [(2, 12), (5, 12), (10, 8), (13, 8)])
    func trees(_ type: UInt8, _ header: Int) {
        // Three cells, the first of which begins at 1,024.
        let page = page([type, 0, 0, 0, 3, 4, 0, 0])
        #expect(range(page) == header + 6..<1_024)
    }

    @Test("the first page has the file's header before its own")
    func firstPage() {
        #expect(range(page([13, 0, 0, 0, 3, 4, 0, 0], at: 100), at: 0) == 114..<1_024)
    }

    @Test("a page of the largest size without cells has all but its header")
    func empty() {
        let page = page([13, 0, 0, 0, 0, 0, 0, 0], size: 65_536)
        #expect(range(page, at: 65_536) == 8..<65_536)
    }

    @Test(
        "what is no page of a tree is left alone",
        arguments: [
            // A page that overflows to another, a free page, and pages whose cells begin before the end of their index
            // or after the page.
            [0, 0, 0, 9], [0, 0, 0, 0], [13, 0, 0, 4, 0, 4, 0, 0], [13, 0, 0, 0, 3, 255, 255, 0],
            [13, 0, 0, 0, 0, 0, 8],
        ]
    )
    func others(_ start: [UInt8]) {
        #expect(range(page(start)) == nil)
    }

    @Test("where the number of a page could look like a tree's page, and what is no whole page, is left alone")
    func unsure() {
        let page = page([13, 0, 0, 0, 3, 4, 0, 0])
        #expect(range(page, inFileOf: 4_096 << 25) == nil)
        #expect(range(page, at: 4_100) == nil)
        #expect(range(Array(page.prefix(3_000)), at: 3_000) == nil)
    }
}
