import DaybookPhone
import SwiftUI

/// The app: one window over one notebook.
@main
struct DaybookApp: App {
    @Environment(\.scenePhase) private var phase
    @State private var phone = Phone.shared
    @State private var lock = Lock.shared

    var body: some Scene {
        WindowGroup {
            Group {
                if lock.isLocked { LockView(lock: lock) } else { RootView(phone: phone) }
            }
            .task { await phone.start() }
            .onOpenURL { link in Task { await phone.open(link) } }
        }
        .onChange(of: phase) { _, phase in
            switch phase {
            case .active:
                Task {
                    await lock.arrive()
                    await phone.visibleChanged(true)
                }
            case .background:
                lock.close()
                BackgroundRefresh.plan()
                Suspension.hold {
                    await phone.visibleChanged(false)
                    await phone.settle()
                }
            default: break
            }
        }
        .backgroundTask(.appRefresh(BackgroundRefresh.identifier)) {
            BackgroundRefresh.plan()
            await Phone.shared.start()
            await Phone.shared.refresh()
            // The process may be suspended after this.
            await Phone.shared.finish()
        }
    }
}
