extension Painter {
    /// A part of the document that is drawn by itself.
    enum Region: Int, CaseIterable {
        case app, sidebar, bar, head, search, filters, line, found, empty, editor, tabs, choice, toast, upper, overlay,
            ringing

        var name: StaticString {
            switch self {
            case .app: "app"
            case .sidebar: "sidebar"
            case .bar: "bar"
            case .head: "head"
            case .search: "search"
            case .filters: "filters"
            case .line: "line"
            case .found: "found"
            case .empty: "empty"
            case .editor: "editor"
            case .tabs: "tabs"
            case .choice: "choice"
            case .toast: "toast"
            case .upper: "upper"
            case .overlay: "overlay"
            case .ringing: "ringing"
            }
        }
    }
}
