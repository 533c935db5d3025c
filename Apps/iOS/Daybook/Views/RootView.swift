import DaybookCore
import DaybookPhone
import SwiftUI

/// What shows: the screen that Core has decided.
struct RootView: View {
    var phone: PhoneApp

    var body: some View {
        if let trouble = phone.trouble {
            ContentUnavailableView(
                "Daybook cannot open your notebook",
                systemImage: "exclamationmark.lock",
                description: Text(verbatim: trouble)
            )
        } else {
            switch phone.app.screen {
            case .launching: ProgressView()
            case .signIn(let screen): SignInView(phone: phone, screen: screen)
            case .signUp(let screen): SignUpView(phone: phone, screen: screen)
            case .newPassword(let screen): NewPasswordView(phone: phone, screen: screen)
            case .earlierPassword(let screen): EarlierPasswordView(phone: phone, screen: screen)
            case .home(let home): HomeView(phone: phone, home: home)
            }
        }
    }
}

extension PhoneApp {
    /// A text that Core holds: it is read from the state, and each change is an action.
    func text(_ value: String, _ action: @escaping (String) -> PhoneApp.Action) -> Binding<String> {
        Binding(get: { value }, set: { self.send(action($0)) })
    }

    /// Whether something shows that Core holds: closing it by a gesture is going back.
    func shows(_ isShown: Bool) -> Binding<Bool> {
        Binding(get: { isShown }, set: { if !$0, isShown { self.goBack() } })
    }

    /// The words of a moment are relative to now.
    var moment: (now: Instant, zone: DaybookCore.TimeZone) {
        (Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)), app.world.zone)
    }
}

extension Instant {
    /// The moment as Foundation has it.
    var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }

    /// A moment of Foundation's.
    init(_ date: Date) {
        self.init(milliseconds: Int64(date.timeIntervalSince1970 * 1_000))
    }
}
