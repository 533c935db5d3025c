import DaybookCore
import DaybookWidget

/// The widget of a device.
@MainActor public protocol PhoneWidget: AnyObject {
    /// The folder that the app shares with its widget; nil when the system gives it none.
    var folder: WidgetFolder? { get }
    /// Whether the person hides the notebook behind Face ID or the passcode.
    var isHidden: Bool { get }
    /// The list has changed: the system asks the widget again.
    func reload()
}

/// The values that the list of a widget was made of. The same values make the same list.
struct WidgetSource: Equatable {
    var account: UUID
    var revision: Int
    var day: CivilDate
    var isHidden: Bool
    var isRead: Bool
}

extension PhoneApp {
    /// Gives the widget its list, if something in it may have changed.
    public func showInWidget() {
        guard let folder = device.widget.folder, let home = app.home else { return }
        let today = Today(at: device.clock.now, in: app.world.zone)
        let source = WidgetSource(
            account: home.notebook.account.id,
            revision: home.notebook.todos.revision,
            day: today.date,
            isHidden: device.widget.isHidden,
            isRead: firstRead == .done
        )
        if source == widgetSource { return }
        widgetSource = source
        let list = WidgetList(home.notebook, on: today, isHidden: source.isHidden)
        // That nothing is planned is not known yet.
        if !source.isRead, list.content == .planned([], count: 0) { return }
        if list == widgetList { return }
        widgetList = list
        let now = generation
        begin(atDisk: true) { [self] in
            // A newer list is on its way, or the person has left.
            guard widgetList == list, now == generation else { return }
            guard (try? await storage.write(list, to: folder)) != nil else {
                // The next action tries again.
                widgetSource = nil
                widgetList = nil
                return
            }
            device.widget.reload()
        }
    }

    /// Nobody is signed in: the widget shows nothing of the notebook any more.
    func clearWidget() {
        widgetSource = nil
        widgetList = nil
        try? device.widget.folder?.write(nil)
        device.widget.reload()
    }

    /// Marks to-dos done that were marked in the widget. A widget mark is removed once the change is on the disk.
    func applyWidgetMarks() {
        guard let folder = device.widget.folder, let account = app.home?.notebook.account.id else { return }
        let marks = folder.marks(of: account)
        if marks.isEmpty { return }
        // The time of the mark decides on which day the next occurrence counts, and which of two devices marked last.
        for mark in marks { send(.reminder(.answered(mark.todo, .done)), at: min(mark.moment, device.clock.now)) }
        let now = generation
        begin(atDisk: true) { [self] in
            guard now == generation, app.home?.notebook.disk.failure == nil else { return }
            for mark in marks { folder.remove(mark) }
        }
    }
}

extension PhoneStorage {
    /// Writes a widget's list.
    func write(_ list: WidgetList, to folder: WidgetFolder) throws { try folder.write(list) }
}
