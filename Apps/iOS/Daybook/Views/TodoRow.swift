import DaybookCore
import DaybookPhone
import SwiftUI

/// One to-do in a list.
struct TodoRow: View {
    var phone: PhoneApp
    var todo: Todo
    var showsBin: Bool
    /// Whether the row is chosen; nil while no rows are being chosen.
    var isChosen: Bool?
    /// Whether the list is in the person's own order.
    var canMove: Bool

    var body: some View {
        HStack {
            mark
            Button {
                phone.send(.list(isChosen == nil ? .rowTapped(todo.id) : .choosing(.picked(todo.id))))
            } label: {
                words
            }
            .buttonStyle(.plain)
            if showsBin {
                Spacer()
                IconButton(icon: "trash", label: Texts.delete(todo.title)) { phone.send(.list(.binTapped(todo.id))) }
            }
        }
        .swipeActions(edge: .leading, allowsFullSwipe: true) {
            Button(todo.isDone ? "Open again" : "Done", systemImage: todo.isDone ? "circle" : "checkmark") {
                phone.send(.list(.swipedRight(todo.id)))
            }
            .tint(.green)
            if canBePlanned {
                Button("When", systemImage: "calendar") { phone.send(.list(.whenTapped(todo.id))) }
                    .tint(.accentColor)
            }
        }
        .swipeActions(edge: .trailing, allowsFullSwipe: true) {
            Button("Delete", systemImage: "trash", role: .destructive) { phone.send(.list(.swipedLeft(todo.id))) }
        }
        .contextMenu {
            if todo.origin == .own {
                Button("Edit", systemImage: "pencil") { phone.send(.list(.rowTapped(todo.id))) }
            }
            Button("Select", systemImage: "checkmark.circle") { phone.send(.list(.choosing(.began(todo.id)))) }
            if canBePlanned { plans }
            if canMove, !todo.isDone { moves }
            Button("Delete", systemImage: "trash", role: .destructive) { phone.send(.list(.deleteTapped(todo.id))) }
        }
    }

    /// A sample has no dates (T10), and neither has a done to-do.
    private var canBePlanned: Bool { todo.origin == .own && !todo.isDone }

    @ViewBuilder private var plans: some View {
        ForEach(DayChoice.allCases, id: \.self) { day in
            Button(Texts.label(day)) { phone.send(.list(.planned(todo.id, .offer(day)))) }
        }
        if todo.deadline != nil || todo.reminder != nil {
            Button("No date") { phone.send(.list(.planned(todo.id, .none))) }
        }
        Button("Pick a day", systemImage: "calendar") { phone.send(.list(.whenTapped(todo.id))) }
    }

    /// For a person who cannot drag.
    @ViewBuilder private var moves: some View {
        Button("Move to top", systemImage: "arrow.up.to.line") { phone.send(.list(.moved(todo.id, by: .min))) }
        Button("Move up", systemImage: "arrow.up") { phone.send(.list(.moved(todo.id, by: -1))) }
        Button("Move down", systemImage: "arrow.down") { phone.send(.list(.moved(todo.id, by: 1))) }
    }

    @ViewBuilder private var mark: some View {
        if let isChosen {
            IconButton(icon: isChosen ? "checkmark.square.fill" : "square", label: todo.title) {
                phone.send(.list(.choosing(.picked(todo.id))))
            }
            .accessibilityValue(isChosen ? Text("Selected") : Text("Not selected"))
        } else {
            CheckButton(phone: phone, todo: todo)
        }
    }

    private var words: some View {
        VStack(alignment: .leading) {
            Text(verbatim: todo.title).strikethrough(todo.isDone)
            if let detail = todo.detail {
                Text(verbatim: detail)
                    .font(.subheadline)
                    .foregroundStyle(.secondary)
                    .lineLimit(2)
            }
            // With large type the facts stand below one another.
            ViewThatFits(in: .horizontal) {
                HStack { facts }
                VStack(alignment: .leading) { facts }
            }
            .font(.caption)
            .foregroundStyle(.secondary)
        }
    }

    @ViewBuilder private var facts: some View {
        if let deadline = todo.deadline { due(deadline) }
        if let reminder = todo.reminder, !todo.isDone {
            Label(Texts.moment(reminder, now: phone.moment.now, zone: phone.moment.zone), systemImage: "bell")
        }
        if let repetition = todo.repetition {
            Image(systemName: "repeat").accessibilityLabel(Text(verbatim: Texts.repetition(repetition)))
        }
        if todo.origin == .imported {
            Image(systemName: "arrow.down.circle").accessibilityLabel(Text("Imported"))
        }
        ForEach(todo.tags, id: \.self) { tag in
            Text(verbatim: "#\(tag)")
        }
        Text(verbatim: Texts.age(todo, now: phone.moment.now, zone: phone.moment.zone))
    }

    private func due(_ deadline: Instant) -> some View {
        let due = Texts.due(deadline, isDone: todo.isDone, now: phone.moment.now, zone: phone.moment.zone)
        return Text(verbatim: due.text).foregroundStyle(due.urgency == .late ? Color.red : Color.secondary)
    }
}
