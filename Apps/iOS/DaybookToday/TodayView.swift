import AppIntents
import DaybookCore
import DaybookWidget
import Foundation
import SwiftUI
import WidgetKit

/// The widget's view.
struct TodayView: View {
    var state: WidgetState
    @Environment(\.widgetFamily) private var family

    var body: some View {
        content
            .widgetURL(URL(string: "daybook:/?due=today"))
            .containerBackground(.background, for: .widget)
    }

    @ViewBuilder private var content: some View {
        switch state.content {
        case .signedOut: Text("Open Daybook and sign in.").foregroundStyle(.secondary)
        case .hidden: Label("Open Daybook to see your to-dos.", systemImage: "lock")
        case .today(let rows, let count, let account):
            VStack(alignment: .leading) {
                HStack {
                    Text("Today").font(.headline)
                    Spacer()
                    Text(verbatim: "\(count)").foregroundStyle(.secondary)
                }
                if rows.isEmpty { Text("Nothing left for today.").foregroundStyle(.secondary) }
                ForEach(rows.prefix(limit), id: \.id.uuid.description) { row in
                    TodayRow(row: row, account: account, hasButton: family != .accessoryRectangular)
                }
                Spacer(minLength: 0)
            }
            // On a locked screen the system hides private parts, if the person turned widgets off there in Settings.
            .privacySensitive()
        }
    }

    private var limit: Int {
        switch family {
        case .systemLarge: 9
        case .accessoryRectangular: 2
        default: 3
        }
    }
}

/// A to-do in the widget.
private struct TodayRow: View {
    var row: WidgetState.Row
    var account: DaybookCore.UUID
    var hasButton: Bool

    var body: some View {
        HStack {
            // A widget on the lock screen has no buttons in its rows.
            if hasButton {
                Button(intent: MarkDoneInWidget(row, of: account)) { Image(systemName: "circle") }
                    .buttonStyle(.plain)
                    .accessibilityLabel(Text(verbatim: Texts.check(row.title, isDone: false)))
            }
            VStack(alignment: .leading) {
                Text(verbatim: row.title).lineLimit(1)
                if hasButton, let due = row.due {
                    Text(verbatim: due)
                        .font(.caption)
                        .foregroundStyle(row.isLate ? Color.red : Color.secondary)
                }
            }
        }
    }
}

extension WidgetState {
    /// The content for the gallery of widgets.
    static func sample(at moment: Instant) -> WidgetState {
        let rows = ["Buy milk", "Pay rent", "Call Asha"].enumerated().map { place, title in
            Row(
                id: Todo.ID(DaybookCore.UUID(high: 0, low: UInt64(place))),
                title: title,
                due: nil,
                isLate: false
            )
        }
        let nobody = DaybookCore.UUID(high: 0, low: 0)
        return WidgetState(moment: moment, content: .today(rows, count: rows.count, account: nobody))
    }
}

struct TodayView_Previews: PreviewProvider {
    static var previews: some View { TodayView(state: .sample(at: Instant(milliseconds: 0))) }
}
