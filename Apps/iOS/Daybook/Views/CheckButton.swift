import DaybookCore
import DaybookPhone
import SwiftUI

/// The circle that marks a to-do done or open.
struct CheckButton: View {
    var phone: PhoneApp
    var todo: Todo

    var body: some View {
        IconButton(
            icon: todo.isDone ? "checkmark.circle.fill" : "circle",
            label: Texts.check(todo.title, isDone: todo.isDone)
        ) {
            phone.send(.list(.checkTapped(todo.id)))
        }
        .sensoryFeedback(.success, trigger: todo.isDone)
    }
}
