import DaybookCore
import DaybookPhone
import SwiftUI

/// What stands in place of the rows of an empty list.
struct EmptyListView: View {
    var phone: PhoneApp
    var home: Home
    var icon: String

    var body: some View {
        if phone.firstRead == .underWay {
            ProgressView()
        } else {
            let words = phone.emptyWords(of: home)
            ContentUnavailableView(words.title, systemImage: icon, description: Text(verbatim: words.text))
        }
    }
}
