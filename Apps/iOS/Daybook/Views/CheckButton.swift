import DaybookCore
import DaybookPhone
import SwiftUI

/// The circle that marks a to-do done or open.
struct CheckButton: View {
    var phone: PhoneApp
    var todo: Todo

    var body: some View {
        Button {
            phone.send(.list(.checkTapped(todo.id)))
        } label: {
            Image(systemName: todo.isDone ? "checkmark.circle.fill" : "circle")
        }
        .buttonStyle(.borderless)
        .accessibilityLabel(Text(verbatim: Texts.check(todo.title, isDone: todo.isDone)))
        .sensoryFeedback(.success, trigger: todo.isDone)
    }
}
