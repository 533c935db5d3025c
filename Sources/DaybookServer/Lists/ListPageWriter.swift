import DaybookCore
import NIOCore

/// Finds one page of an ordered list and writes it: `{"items":[…],"next":"…","total":n}`.
///
/// A page ends with the item with which it has a megabyte, since the whole page is in memory until its client has taken it.
struct ListPageWriter<Index: ListIndex> {
    /// A page with so many bytes ends.
    static var mostBytes: Int { 1 << 20 }

    private let index: Index
    private let page: ListPage<Index>
    private let slots: [Int32]
    private let places: Range<Int>

    /// Finds the items of the page. Nil when `goesOn`, which is called now and then, has returned false.
    init?(index: Index, page: ListPage<Index>, goesOn: () -> Bool = { true }) {
        guard let slots = index.slots(page.criteria, goesOn: goesOn) else { return nil }
        let start = page.after.map { Self.start(after: $0, in: slots, of: index) } ?? 0
        self.index = index
        self.page = page
        self.slots = slots
        places = start..<min(start + page.limit, slots.count)
    }

    /// The bytes of the texts on the page; the sum stops once it exceeds `bound`.
    func textBytes(upTo bound: Int) -> Int {
        var bytes = 0
        for place in places where bytes <= bound { bytes += index[slots[place]].textBytes }
        return bytes
    }

    /// The page as JSON.
    var buffer: ByteBuffer {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(64 + places.count * 320)
        bytes.append(ascii: "{\"items\":[")
        var end = places.lowerBound
        while end < places.upperBound, bytes.count < Self.mostBytes {
            if end > places.lowerBound { bytes.append(UInt8(ascii: ",")) }
            index[slots[end]].write(to: &bytes)
            end += 1
        }
        bytes.append(ascii: "]")
        if end < slots.count, let last = places[..<end].last {
            bytes.append(ascii: ",\"next\":")
            JSON.write(PageEnd(index[slots[last]], order: page.order).text, to: &bytes)
        }
        bytes.append(ascii: ",\"total\":")
        bytes.appendDecimal(Int64(slots.count))
        bytes.append(UInt8(ascii: "}"))
        return ByteBuffer(bytes: bytes)
    }

    /// The first place after the end of a page, by binary search. Its last item may be gone.
    private static func start(after end: PageEnd<Index.Item>, in slots: [Int32], of index: Index) -> Int {
        let last = end.place(in: index)
        let rank = index.rank(of: last)
        var low = 0
        var high = slots.count
        while low < high {
            let middle = (low + high) / 2
            let item = index[slots[middle]]
            if item.uuid == last.uuid || index.rank(of: item) < rank { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
