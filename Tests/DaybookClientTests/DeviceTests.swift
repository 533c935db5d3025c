import DaybookCore
import Testing

@testable import DaybookClient

@Suite("What the machine knows")
struct DeviceTests {
    @Test("A zone that is read by its offsets has each change at its moment")
    func zone() {
        let spring = Instant(milliseconds: 1_774_746_000_000)
        let autumn = Instant(milliseconds: 1_792_890_000_000)
        let zone = Device.zone(from: spring.advanced(by: -.days(100)), to: autumn.advanced(by: .days(100))) { moment in
            spring <= moment && moment < autumn ? 120 : 60
        }
        #expect(zone.initialOffset == 60)
        #expect(zone.transitions == [.init(start: spring, offset: 120), .init(start: autumn, offset: 60)])
    }

    @Test("A place without summer time has one offset")
    func plain() {
        let start = Instant(milliseconds: 0)
        let zone = Device.zone(from: start, to: start.advanced(by: .days(1_000))) { _ in 330 }
        #expect(zone == TimeZone(initialOffset: 330))
    }
}
