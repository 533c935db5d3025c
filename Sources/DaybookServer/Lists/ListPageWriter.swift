import DaybookCore
import NIOCore

/// Cuts one page out of an ordered list and writes it: `{"items":[…],"next":"…","total":n}`.
struct ListPageWriter<Index: ListIndex> {
    let index: Index
    let page: ListPage<Index>

    /// The page as JSON.
    var buffer: ByteBuffer {
        let slots = index.slots(page.criteria)
        let start = page.after.map { self.start(after: $0, in: slots) } ?? 0
        let end = min(start + page.limit, slots.count)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(64 + (end - start) * 320)
        bytes.append(ascii: "{\"items\":[")
        for position in start..<end {
            if position > start { bytes.append(UInt8(ascii: ",")) }
            index[slots[position]].write(to: &bytes)
        }
        bytes.append(ascii: "]")
        if end < slots.count, end > start {
            bytes.append(ascii: ",\"next\":")
            JSON.write(PageMark(index[slots[end - 1]], order: page.order).text, to: &bytes)
        }
        bytes.append(ascii: ",\"total\":")
        bytes.appendDecimal(Int64(slots.count))
        bytes.append(UInt8(ascii: "}"))
        return ByteBuffer(bytes: bytes)
    }

    /// The first place behind a mark, by binary search. The marked thing itself need not be there any more.
    private func start(after mark: PageMark<Index.Item>, in slots: [Int32]) -> Int {
        let marked = mark.place(in: index)
        let rank = index.rank(of: marked)
        var low = 0
        var high = slots.count
        while low < high {
            let middle = (low + high) / 2
            let item = index[slots[middle]]
            if item.uuid == marked.uuid || index.rank(of: item) < rank { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
