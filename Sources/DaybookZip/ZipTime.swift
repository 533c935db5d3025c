/// An entry's time of last change in an archive: a resolution of two seconds, no time zone, from 1980 to 2107.
public struct ZipTime: Equatable, Sendable {
    let date: UInt16
    let time: UInt16

    /// A moment. Values outside of those years or of the day are clamped.
    public init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        func part(_ value: Int, _ range: ClosedRange<Int>, _ shift: UInt16) -> UInt16 {
            UInt16(Swift.min(Swift.max(value, range.lowerBound), range.upperBound)) << shift
        }
        date = part(year - 1980, 0...127, 9) | part(month, 1...12, 5) | part(day, 1...31, 0)
        time = part(hour, 0...23, 11) | part(minute, 0...59, 5) | part(second / 2, 0...29, 0)
    }
}
