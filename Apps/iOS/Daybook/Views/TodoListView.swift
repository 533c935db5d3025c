import DaybookCore
import DaybookPhone
import SwiftUI

/// A list of to-dos, with the line that adds.
struct TodoListView: View {
    var phone: PhoneApp
    var home: Home

    private var today: Today { Today(at: phone.moment.now, in: phone.moment.zone) }

    var body: some View {
        let selection = home.visible(on: today)
        List {
            Section { QuickAddView(phone: phone, line: home.list.quickAdd) }
            if selection.isSearchEmpty {
                Text(verbatim: Texts.nothingFound(home.list.filter.search)).foregroundStyle(.secondary)
            }
            rows(selection.slots[..<(selection.parts.first?.start ?? selection.slots.count)], canMove: canMove)
            ForEach(selection.parts.indices, id: \.self) { place in
                Section(Texts.heading(selection.parts[place].name, on: today.date)) {
                    if selection.parts[place].name == .completed { fold }
                    rows(slots(of: place, in: selection), canMove: false)
                }
            }
        }
        .overlay {
            if selection.slots.isEmpty, selection.parts.isEmpty {
                ContentUnavailableView(
                    "Nothing to do",
                    systemImage: "checkmark.circle",
                    description: Text("Write in the line above, for example “Pay rent tomorrow 9am #home”.")
                )
            }
        }
        .navigationTitle(title)
        .searchable(
            text: phone.text(home.list.filter.search) { phone.home(.list(.searchChanged($0))) },
            prompt: "Search"
        )
        .refreshable { await phone.refresh() }
        .toolbar {
            ToolbarItem(placement: .primaryAction) {
                Button("New to-do", systemImage: "plus") { phone.send(.list(.newTapped)) }
                    .keyboardShortcut("n", modifiers: .command)
            }
            ToolbarItem(placement: .secondaryAction) {
                Menu("Order", systemImage: "arrow.up.arrow.down") {
                    order("Newest first", .created)
                    order("Deadline", .deadline)
                    order("Title A to Z", .title)
                    order("Title Z to A", .titleDescending)
                    order("My own order", .own)
                }
            }
            ToolbarItem(placement: .secondaryAction) {
                Menu("Show", systemImage: "line.3.horizontal.decrease.circle") {
                    Button("All") { phone.send(.list(.filterTapped(.all))) }
                    Button("Open") { phone.send(.list(.filterTapped(.open))) }
                    Button("Done") { phone.send(.list(.filterTapped(.done))) }
                }
            }
            ToolbarItem(placement: .secondaryAction) {
                Button("Select", systemImage: "checkmark.circle") { phone.send(.list(.choosing(.began(nil)))) }
            }
            if home.list.choice != nil {
                ToolbarItem(placement: .bottomBar) { ChosenView(phone: phone, home: home, today: today) }
            }
            ToolbarItem(placement: .secondaryAction) {
                Button("Bins", systemImage: "trash") { phone.send(.list(.binsTapped)) }
            }
            ToolbarItem(placement: .secondaryAction) {
                Button("Undo", systemImage: "arrow.uturn.backward") { phone.send(.list(.key(.undo, at: nil))) }
                    .keyboardShortcut("z", modifiers: .command)
            }
            ToolbarItem(placement: .secondaryAction) {
                Button("Redo", systemImage: "arrow.uturn.forward") { phone.send(.list(.key(.redo, at: nil))) }
                    .keyboardShortcut("z", modifiers: [.command, .shift])
            }
        }
    }

    private var title: LocalizedStringKey {
        switch home.list.filter.due {
        case .today: "Today"
        case .upcoming: "Upcoming"
        case .any: "To-dos"
        }
    }

    private func slots(of place: Int, in selection: Selection) -> ArraySlice<Slot> {
        let next = place + 1
        let end = next < selection.parts.count ? selection.parts[next].start : selection.slots.count
        return selection.slots[selection.parts[place].start..<end]
    }

    private var fold: some View {
        Button(home.list.showsCompleted ? "Hide completed" : "Show completed") { phone.send(.list(.completedTapped)) }
    }

    private var canMove: Bool { home.list.canMove(home.notebook) }

    private func rows(_ slots: ArraySlice<Slot>, canMove: Bool) -> some View {
        let todos = slots.map { home.notebook.todos[$0] }
        return ForEach(todos, id: \.id.uuid.description) { todo in
            TodoRow(
                phone: phone,
                todo: todo,
                showsBin: home.list.showsBins,
                isChosen: home.list.choice.map { $0.contains(todo.id) }
            )
        }
        .onMove(perform: canMove ? { move($0, to: $1, in: todos) } : nil)
    }

    /// Puts a row where it was dropped: `place` counts the rows with the one that moves.
    private func move(_ rows: IndexSet, to place: Int, in todos: [Todo]) {
        guard let from = rows.first else { return }
        phone.send(.list(.moved(todos[from].id, by: place > from ? place - 1 - from : place - from)))
    }

    private func order(_ label: LocalizedStringKey, _ order: Order) -> some View {
        Button {
            phone.send(.list(.orderChosen(order)))
        } label: {
            if home.notebook.todos.order == order {
                Label(label, systemImage: "checkmark")
            } else {
                Text(label)
            }
        }
    }
}

/// The line that understands words (T14).
private struct QuickAddView: View {
    var phone: PhoneApp
    var line: QuickAddLine

    var body: some View {
        VStack(alignment: .leading) {
            TextField("New to-do", text: phone.text(line.text) { phone.home(.list(.quickAddChanged($0))) })
                .submitLabel(.done)
                .onSubmit { phone.send(.list(.quickAddSubmitted(.whole))) }
            if let violation = line.violation {
                Text(verbatim: violation.message)
                    .font(.footnote)
                    .foregroundStyle(.red)
            }
            if line.lines.count > 1 {
                Button(Texts.addLines(line.lines.count)) { phone.send(.list(.quickAddSubmitted(.lines))) }
            }
        }
    }
}

/// What can be done to all chosen rows in one step (T8).
private struct ChosenView: View {
    var phone: PhoneApp
    var home: Home
    var today: Today

    var body: some View {
        HStack {
            Text("\(home.list.chosen(home.notebook, today).count) selected")
            Spacer()
            Button("All", systemImage: "checklist.checked") { send(.pickedAll) }
                .keyboardShortcut("a", modifiers: .command)
            Button("Done", systemImage: "checkmark") { send(.act(.mark)) }
            Menu("When", systemImage: "calendar") {
                ForEach(DayChoice.allCases, id: \.self) { day in
                    Button(Texts.label(day)) { send(.act(.plan(.offer(day)))) }
                }
                Button("No day") { send(.act(.plan(.none))) }
            }
            Button("Tag", systemImage: "tag") { send(.act(.tag)) }
            Button("Delete", systemImage: "trash", role: .destructive) { send(.act(.delete)) }
            Button("Close", systemImage: "xmark") { send(.ended) }
        }
    }

    private func send(_ action: ListScreen.Choosing) { phone.send(.list(.choosing(action))) }
}

/// One to-do.
private struct TodoRow: View {
    var phone: PhoneApp
    var todo: Todo
    var showsBin: Bool
    /// Whether the row is chosen; nil while no rows are being chosen.
    var isChosen: Bool?

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
                Button {
                    phone.send(.list(.binTapped(todo.id)))
                } label: {
                    Image(systemName: "trash")
                }
                .buttonStyle(.borderless)
                .accessibilityLabel(Text(verbatim: Texts.delete(todo.title)))
            }
        }
        .swipeActions(edge: .leading, allowsFullSwipe: true) {
            Button(todo.isDone ? "Open again" : "Done", systemImage: todo.isDone ? "circle" : "checkmark") {
                phone.send(.list(.swipedRight(todo.id)))
            }
            .tint(.green)
        }
        .swipeActions(edge: .trailing, allowsFullSwipe: true) {
            Button("Delete", systemImage: "trash", role: .destructive) { phone.send(.list(.swipedLeft(todo.id))) }
        }
        .contextMenu {
            Button("Edit", systemImage: "pencil") { phone.send(.list(.rowTapped(todo.id))) }
            Button("Select", systemImage: "checkmark.circle") { phone.send(.list(.choosing(.began(todo.id)))) }
            ForEach(DayChoice.allCases, id: \.self) { day in
                Button(Texts.label(day)) { phone.send(.list(.planned(todo.id, .offer(day)))) }
            }
            Button("No day") { phone.send(.list(.planned(todo.id, .none))) }
            Button("Delete", systemImage: "trash", role: .destructive) { phone.send(.list(.deleteTapped(todo.id))) }
        }
    }

    @ViewBuilder private var mark: some View {
        if let isChosen {
            Button {
                phone.send(.list(.choosing(.picked(todo.id))))
            } label: {
                Image(systemName: isChosen ? "checkmark.square.fill" : "square")
            }
            .buttonStyle(.borderless)
            .accessibilityLabel(Text(verbatim: todo.title))
            .accessibilityValue(isChosen ? Text("Selected") : Text("Not selected"))
        } else {
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

    private var words: some View {
        VStack(alignment: .leading) {
            Text(verbatim: todo.title).strikethrough(todo.isDone)
            if let detail = todo.detail {
                Text(verbatim: detail)
                    .font(.subheadline)
                    .foregroundStyle(.secondary)
                    .lineLimit(2)
            }
            HStack {
                if let deadline = todo.deadline { due(deadline) }
                ForEach(todo.tags, id: \.self) { tag in
                    Text(verbatim: "#\(tag)")
                }
                Text(verbatim: Texts.age(todo, now: phone.moment.now, zone: phone.moment.zone))
            }
            .font(.caption)
            .foregroundStyle(.secondary)
        }
    }

    private func due(_ deadline: Instant) -> some View {
        let due = Texts.due(deadline, isDone: todo.isDone, now: phone.moment.now, zone: phone.moment.zone)
        return Text(verbatim: due.text).foregroundStyle(due.urgency == .late ? Color.red : Color.secondary)
    }
}
