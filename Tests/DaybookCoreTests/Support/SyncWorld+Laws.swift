@testable import DaybookCore

/// The laws, which hold after any history.
extension SyncWorld {
    /// S5: every tab shows the server's content, and its own refused changes (S9).
    func holdAllAgree() throws {
        for device in devices {
            for tab in device.tabs {
                var shown = tab.replica.records
                var expected = server.records
                for (key, rejection) in tab.replica.rejections {
                    try hold(!rejection.violations.isEmpty, "a refusal has a reason")
                    if expected[key]?.merge(rejection.change) == nil {
                        // Of a record that the server forgot, the device shows all that it has besides the refused
                        // changes.
                        expected[key] = traits.forgets ? shown[key] : rejection.change
                    }
                }
                if traits.forgets {
                    // A device may remember a delete and the deleted values for longer than the server does.
                    shown = shown.filter { $0.value.isAlive || expected[$0.key]?.isAlive == true }
                    expected = expected.filter { $0.value.isAlive || shown[$0.key] != nil }
                }
                try hold(shown, equals: expected, "device \(device.number), tab \(tab.id): the server's and its own")
                try hold(tab.replica.outbox, equals: [:], "nothing waits on device \(device.number)")
            }
        }
        for record in server.records.values {
            try hold((record["title"]?.stringValue?.count ?? 0) <= 32, "the server keeps no title that is too long")
        }
    }

    /// S6: what a device shows is on its disk.
    func holdDisksHaveAll() throws {
        for device in devices {
            let disk = device.content.replica
            for tab in device.tabs {
                try hold(
                    disk.records,
                    equals: tab.replica.records,
                    "device \(device.number): the disk and tab \(tab.id)"
                )
                try hold(tab.notebook.disk.failure == nil, "tab \(tab.id) of device \(device.number) can write again")
            }
        }
    }

    /// S6, S12: each value that was shown as saved is shown, set apart, or in the history; unless the same device
    /// wrote over it before any server had it, or it went with a record that was deleted.
    func holdNothingIsLost() throws {
        for (place, one) in written.enumerated() {
            if server.records[one.key]?[one.name] == one.value || twins.contains(one.stamp) { continue }
            if let at = server.dropped[one.key], one.at <= at { continue }
            // Looked up by its stamp first, which is quick; restamped since, it is there under another.
            let known = ModelServer.Replaced(key: one.key, name: one.name, stamp: one.stamp)
            if server.history[known] == one.value || isApart(one) { continue }
            if server.history.contains(where: { isOf($0, one) }) { continue }
            let isOverwritten = written.enumerated().contains { other in
                other.element.key == one.key && other.element.name == one.name && other.element.device == one.device
                    && (other.offset > place || other.element.stamp > one.stamp)
            }
            // Of a forgotten record, a device sends the values that it shows, and not the values that it had replaced
            // before.
            let isForgotten = server.dropped[one.key] != nil && isNewer(server.records[one.key]?.field(one.name), one)
            // A backup may be older than the history. A value that all devices show is not lost with it.
            let isReplaced = traits.restores && server.records[one.key]?[one.name] != nil
            try hold(isOverwritten || isReplaced || isForgotten, "\(one) is somewhere; \(lost(one))")
        }
    }

    private func isOf(_ entry: (key: ModelServer.Replaced, value: JSON), _ one: Written) -> Bool {
        entry.key.key == one.key && entry.key.name == one.name && entry.value == one.value
    }

    private func lost(_ one: Written) -> String {
        let shown = devices[one.device].tabs.map {
            $0.replica.records[one.key]?.field(one.name)?.stamp.description ?? "nothing"
        }
        let there = server.records[one.key]?.field(one.name)?.stamp.description ?? "nothing"
        return "the server has \(there), the device \(shown), dropped \(server.dropped[one.key]?.milliseconds ?? 0)"
    }

    private func isNewer(_ field: Record.Field?, _ one: Written) -> Bool {
        field.map { $0.stamp > one.stamp } ?? false
    }

    private func isApart(_ one: Written) -> Bool {
        devices.contains { device in
            device.tabs.contains { $0.replica.rejections[one.key]?.change[one.name] == one.value }
        }
    }

    /// S12: every value that the server ever took is shown or in the history, until its record is dropped.
    func holdHistoryIsWhole() throws {
        for (one, value) in server.taken where server.dropped[one.key] == nil && !twins.contains(one.stamp) {
            let isShown = server.records[one.key]?.field(one.name)?.stamp == one.stamp
            try hold(isShown || server.history[one] == value, "\(one.name) \(value) can be brought back")
        }
    }

    /// S10: a record that the server has dropped for good comes back only from a device that does not know that its
    /// changes were taken.
    func holdNoneRevived(by call: SyncRequest, of device: Device, before: ModelServer) throws {
        guard !traits.restores else { return }
        for change in call.changes where before.dropped[change.key] != nil && before.records[change.key] == nil {
            guard server.records[change.key] != nil else { continue }
            let isOwn = device.own[change.key].map { !$0.isSubset(of: device.acknowledged) } ?? false
            try hold(isOwn, "device \(device.number) has changes of its own to what it revives: \(change.stamps)")
        }
    }
}
