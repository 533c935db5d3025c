import DaybookCore
import Foundation

/// The folder that the app shares with its widget.
///
/// The app alone opens the notebook, so the two processes exchange small files: `list`, which the app replaces as a whole, and a
/// file in `marks` for each to-do that was marked done in the widget. Both are there for as long as iOS unlocks them: from the first
/// unlock after a restart on.
public struct WidgetFolder: Equatable, Sendable {
    /// The group of the app and its widget, by which the system gives both the same container.
    public static let group = "group.app.daybook"
    /// The name of the widget, by which the system is asked to draw it again.
    public static let kind = "app.daybook.today"

    /// The folder's path. It need not be there yet.
    public let path: String

    /// A folder by its path.
    public init(path: String) {
        self.path = path
    }

    private var file: String { path + "/list" }
    private func marks(_ account: DaybookCore.UUID) -> String { "\(path)/marks/\(account)" }

    /// A list is some kilobytes. In bytes.
    private static let listMaximum = 256 << 10

    // MARK: - The list

    /// The list that a widget may show, without the to-dos that were marked in the widget since; nil when nobody is
    /// signed in.
    public func list() -> WidgetList? {
        guard let data = FileManager.default.contents(atPath: file), data.count <= Self.listMaximum,
            let list = WidgetList(bytes: Array(data))
        else { return nil }
        return list.without(marks(of: list.account))
    }

    /// Replaces the list; nil removes it. On the disk when this returns.
    public func write(_ list: WidgetList?) throws {
        guard let list else {
            if FileManager.default.fileExists(atPath: file) { try FileManager.default.removeItem(atPath: file) }
            return
        }
        try make(path)
        try DurableFile.write(Data(list.bytes), to: file)
    }

    // MARK: - Marks

    /// Keeps a mark for the app. On the disk when this returns.
    public func add(_ mark: WidgetMark) throws {
        try make(marks(mark.account))
        let moment = Data(mark.moment.milliseconds.description.utf8)
        try DurableFile.write(moment, to: "\(marks(mark.account))/\(mark.todo.uuid)")
    }

    /// The marks of an account's to-dos, the earliest first.
    public func marks(of account: DaybookCore.UUID) -> [WidgetMark] {
        let folder = marks(account)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let marks = names.compactMap { name -> WidgetMark? in
            // A file that was being written when the process ended has another name.
            guard let id = DaybookCore.UUID(name), let data = FileManager.default.contents(atPath: "\(folder)/\(name)"),
                let moment = Int64(String(decoding: data.prefix(20), as: UTF8.self))
            else { return nil }
            return WidgetMark(account: account, todo: Todo.ID(id), moment: Instant(milliseconds: moment))
        }
        return marks.sorted { ($0.moment, $0.todo) < ($1.moment, $1.todo) }
    }

    /// Removes a mark that the notebook's file has by now, unless the widget has written a newer one.
    public func remove(_ mark: WidgetMark) {
        let file = "\(marks(mark.account))/\(mark.todo.uuid)"
        guard marks(of: mark.account).contains(mark) else { return }
        try? FileManager.default.removeItem(atPath: file)
    }

    /// Removes the marks of an account that was deleted.
    public func removeMarks(of account: DaybookCore.UUID) {
        try? FileManager.default.removeItem(atPath: marks(account))
    }

    private func make(_ folder: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }
}
