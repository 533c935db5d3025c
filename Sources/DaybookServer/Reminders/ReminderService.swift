import DaybookPush
import DaybookStore
import ServiceLifecycle

/// Sends reminders while the server runs. At its end it makes no more claims and waits for the deliveries in progress,
/// so that nothing is sent twice; the deliveries in progress of a killed server are sent again.
struct ReminderService: Service {
    let scheduler: ReminderScheduler
    let storage: any Storage
    /// Ends the sender.
    let close: @Sendable () async -> Void

    func run() async throws {
        let (alarm, isEnding) = (Alarm(), Flag())
        await withGracefulShutdownHandler {
            await withTaskCancellationHandler {
                await work(alarm) { isEnding.isUp }
            } onCancel: {
                isEnding.isUp = true
                alarm.ring()
            }
        } onGracefulShutdown: {
            isEnding.isUp = true
            alarm.ring()
        }
        await close()
    }

    private func work(_ alarm: Alarm, isEnding: () -> Bool) async {
        let changes = storage.reminderChanges()
        let listener = Task { for await _ in changes { alarm.ring() } }
        defer { listener.cancel() }
        await withDiscardingTaskGroup { group in
            while !isEnding() {
                let look = await scheduler.look()
                for delivery in look.deliveries {
                    group.addTask {
                        await scheduler.send(delivery)
                        alarm.ring()
                    }
                }
                if look.pause > .zero { await alarm.wait(atMost: look.pause) }
            }
        }
    }
}
