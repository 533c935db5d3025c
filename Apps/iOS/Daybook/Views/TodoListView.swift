import DaybookCore
import DaybookPhone
import SwiftUI

/// A list of to-dos, with the line that adds.
struct TodoListView: View {
    var phone: PhoneApp
    var home: Home

    var body: some View {
        let selection = home.visible(on: phone.today)
        List {
            Section {
                QuickAddView(phone: phone, line: home.list.quickAdd)
            } header: {
                Text(verbatim: phone.countWords(of: home))
            }
            if selection.isSearchEmpty {
                Text(verbatim: Texts.nothingFound(home.list.filter.search)).foregroundStyle(.secondary)
            }
            rows(selection.slots[..<(selection.parts.first?.start ?? selection.slots.count)], canMove: canMove)
            ForEach(selection.parts.indices, id: \.self) { place in
                Section(Texts.heading(selection.parts[place].name, on: phone.today.date)) {
                    if selection.parts[place].name == .completed { fold }
                    rows(slots(of: place, in: selection), canMove: false)
                }
            }
            found
        }
        // Each list is at its own top.
        .id(home.place)
        .overlay {
            if selection.slots.isEmpty, selection.parts.isEmpty, home.foundNotes.isEmpty {
                EmptyListView(phone: phone, home: home, icon: "checkmark.circle")
            }
        }
        .navigationTitle(title)
        .searchable(text: phone.field({ $0.list.filter.search }) { .list(.searchChanged($0)) }, prompt: "Search")
        .refreshable { await phone.refresh() }
        .toolbar {
            ToolbarItem(placement: .primaryAction) {
                Button("New to-do", systemImage: "plus") { phone.send(.list(.newTapped)) }
                    .keyboardShortcut("n", modifiers: .command)
            }
            ToolbarItemGroup(placement: .secondaryAction) { menu }
            if home.list.choice != nil {
                ToolbarItemGroup(placement: .bottomBar) { ChosenView(phone: phone, home: home) }
            }
        }
    }

    private var title: Text {
        switch home.place {
        case .today: Text("Today")
        case .upcoming: Text("Upcoming")
        case .all: Text("To-dos")
        case .notes: Text("Notes")
        case .tag(let tag): Text(verbatim: tag)
        }
    }

    @ViewBuilder private var menu: some View {
        Button("Select", systemImage: "checkmark.circle") { phone.send(.list(.choosing(.began(nil)))) }
        // A list by dates has one order.
        if home.list.filter.due == .any {
            Picker("Order", systemImage: "arrow.up.arrow.down", selection: order) {
                Text("Newest first").tag(Order.created)
                Text("Deadline").tag(Order.deadline)
                Text("Title A to Z").tag(Order.title)
                Text("Title Z to A").tag(Order.titleDescending)
                Text("Your own order").tag(Order.own)
            }
            .pickerStyle(.menu)
            Picker("Show", systemImage: "line.3.horizontal.decrease.circle", selection: state) {
                Text("All").tag(Filter.State.all)
                Text("Open").tag(Filter.State.open)
                Text("Done").tag(Filter.State.done)
            }
            .pickerStyle(.menu)
        }
        Toggle("Bins", systemImage: "trash", isOn: phone.choice(home.list.showsBins) { _ in .list(.binsTapped) })
        Button("Undo", systemImage: "arrow.uturn.backward") { phone.send(.list(.key(.undo, at: nil))) }
            .keyboardShortcut("z", modifiers: .command)
        Button("Redo", systemImage: "arrow.uturn.forward") { phone.send(.list(.key(.redo, at: nil))) }
            .keyboardShortcut("z", modifiers: [.command, .shift])
    }

    private var order: Binding<Order> { phone.choice(home.notebook.todos.order) { .list(.orderChosen($0)) } }

    private var state: Binding<Filter.State> { phone.choice(home.list.filter.state) { .list(.filterTapped($0)) } }

    /// The notes that the search finds too, or that have the tag of the list.
    @ViewBuilder private var found: some View {
        if !home.foundNotes.isEmpty {
            Section("Also found") {
                ForEach(home.foundNotes, id: \.id) { note in
                    Button(note.title.isEmpty ? Texts.untitledNote : note.title, systemImage: "note.text") {
                        phone.send(.list(.noteTapped(note.id)))
                    }
                }
            }
        }
    }

    private func slots(of place: Int, in selection: Selection) -> ArraySlice<Slot> {
        let next = place + 1
        let end = next < selection.parts.count ? selection.parts[next].start : selection.slots.count
        return selection.slots[selection.parts[place].start..<end]
    }

    private var fold: some View {
        Button(home.list.showsCompleted ? "Hide done" : "Show done") { phone.send(.list(.completedTapped)) }
    }

    private var canMove: Bool { home.list.canMove(home.notebook) }

    private func rows(_ slots: ArraySlice<Slot>, canMove: Bool) -> some View {
        let todos = slots.map { home.notebook.todos[$0] }
        return ForEach(todos, id: \.id) { todo in
            TodoRow(
                phone: phone,
                todo: todo,
                showsBin: home.list.showsBins,
                isChosen: home.list.choice.map { $0.contains(todo.id) },
                canMove: canMove
            )
        }
        .onMove(perform: canMove ? { move($0, to: $1, in: todos) } : nil)
    }

    /// Moves a row to the place where it was dropped: `place` counts the rows with the moved one.
    private func move(_ rows: IndexSet, to place: Int, in todos: [Todo]) {
        guard let from = rows.first else { return }
        phone.send(.list(.moved(todos[from].id, by: place > from ? place - 1 - from : place - from)))
    }
}

/// The line that understands words (T14).
private struct QuickAddView: View {
    var phone: PhoneApp
    var line: QuickAddLine

    var body: some View {
        TextField("New to-do", text: phone.field({ $0.list.quickAdd.text }) { .list(.quickAddChanged($0)) })
            .submitLabel(.done)
            .onSubmit { phone.send(.list(.quickAddSubmitted(.whole))) }
        PiecesView(pieces: line.pieces(phone.moment)) { phone.send(.list(.quickAddToggled(at: $0))) }
        BrokenRule(violation: line.violation)
        if line.lines.count > 1 {
            Button(Texts.addLines(line.lines.count)) { phone.send(.list(.quickAddSubmitted(.lines))) }
        }
        if line.left(phone.app.rules) < 0 {
            Button("Add, with the rest as its detail") { phone.send(.list(.quickAddSubmitted(.divided))) }
            if phone.app.rules.canBeLifted {
                Button("Allow longer texts") { phone.send(.limitsChosen(.roomy, at: .quickAdd)) }
            }
        }
    }
}

/// The actions for all chosen rows in one step (T8).
private struct ChosenView: View {
    var phone: PhoneApp
    var home: Home

    var body: some View {
        Button("Close", systemImage: "xmark") { send(.ended) }
        Text("\(home.list.chosen(home.notebook, phone.today).count) selected")
        Spacer()
        Button("All", systemImage: "checklist.checked") { send(.pickedAll) }
            .keyboardShortcut("a", modifiers: .command)
        Button("Done", systemImage: "checkmark") { send(.act(.mark)) }
        Button("When", systemImage: "calendar") { send(.act(.when)) }
        Button("Tag", systemImage: "tag") { send(.act(.tag)) }
        Button("Delete", systemImage: "trash", role: .destructive) { send(.act(.delete)) }
    }

    private func send(_ action: ListScreen.Choosing) { phone.send(.list(.choosing(action))) }
}
