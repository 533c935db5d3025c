import AppIntents
import DaybookCore
import DaybookWidget
import Foundation
import SwiftUI
import WidgetKit

/// The to-dos of Today (L9) on the home screen and the lock screen.
@main
struct TodayWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: WidgetFolder.kind, provider: TodayProvider()) { TodayView(state: $0.state) }
            .configurationDisplayName("Today")
            .description("What is overdue and planned for today.")
            .supportedFamilies([.systemSmall, .systemMedium, .systemLarge, .accessoryRectangular])
    }
}

/// The content from a moment on.
struct TodayEntry: TimelineEntry {
    var state: WidgetState

    var date: Date { Date(timeIntervalSince1970: Double(state.moment.milliseconds) / 1_000) }
}

/// Reads the list that the app has written.
struct TodayProvider: TimelineProvider {
    /// The folder that the app shares with its widget.
    static var folder: WidgetFolder? {
        FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: WidgetFolder.group)
            .map { WidgetFolder(path: $0.appending(path: "Widget").path) }
    }

    private var now: Instant { Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) }
    private var zone: DaybookCore.TimeZone { DaybookCore.TimeZone(.current, around: now) }

    func placeholder(in context: Context) -> TodayEntry { TodayEntry(state: .sample(at: now)) }

    func getSnapshot(in context: Context, completion: @escaping @Sendable (TodayEntry) -> Void) {
        let state = WidgetState(Self.folder?.list(), at: now, in: zone)
        completion(TodayEntry(state: context.isPreview ? .sample(at: now) : state))
    }

    func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<TodayEntry>) -> Void) {
        let entries = WidgetState.states(Self.folder?.list(), from: now, in: zone).map { TodayEntry(state: $0) }
        // The app reloads the widget when the list changes. These entries are for days on which the app is not opened.
        let next = entries.last?.date ?? Date(timeIntervalSinceNow: 3_600)
        completion(Timeline(entries: entries, policy: .after(next)))
    }
}

/// Marks a to-do done from the widget. It runs in the widget's process, and the app applies the mark when it runs next.
struct MarkDoneInWidget: AppIntent {
    static let title: LocalizedStringResource = "Mark a To-Do Done"
    static let isDiscoverable = false

    @Parameter(title: "To-do")
    var todo: String
    @Parameter(title: "Account")
    var account: String

    init() {}

    init(_ row: WidgetState.Row, of account: DaybookCore.UUID) {
        todo = row.id.uuid.description
        self.account = account.description
    }

    func perform() async throws -> some IntentResult {
        if let todo = DaybookCore.UUID(todo), let account = DaybookCore.UUID(account) {
            let now = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
            try TodayProvider.folder?.add(WidgetMark(account: account, todo: Todo.ID(todo), moment: now))
        }
        return .result()
    }
}
