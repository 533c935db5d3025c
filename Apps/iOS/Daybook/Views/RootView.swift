import DaybookCore
import DaybookPhone
import SwiftUI

/// The screen that Core's state names.
struct RootView: View {
    var phone: PhoneApp

    var body: some View {
        screen
            // The system's calendars and clocks count as the person chose.
            .environment(\.calendar, phone.calendar)
            .environment(\.locale, phone.locale)
            .preferredColorScheme(colorScheme)
    }

    @ViewBuilder private var screen: some View {
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

    private var colorScheme: ColorScheme? {
        switch phone.app.home?.notebook.settings.look {
        case .light: .light
        case .dark: .dark
        case nil: nil
        }
    }
}
