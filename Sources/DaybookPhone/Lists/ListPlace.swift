import DaybookCore

/// A list in the sidebar.
public enum ListPlace: Hashable, Sendable {
    case today
    case upcoming
    case all
    case notes
    case tag(String)
}

extension Home {
    /// The list that shows.
    public var place: ListPlace {
        if list.section == .notes { return .notes }
        return switch list.filter.due {
        case .today: .today
        case .upcoming: .upcoming
        case .any: list.filter.tag.map { .tag($0) } ?? .all
        }
    }
}

extension PhoneApp {
    /// Shows a list.
    public func show(_ place: ListPlace) {
        guard let home = app.home, home.place != place else { return }
        switch place {
        case .today: send(.list(.dueTapped(.today)))
        case .upcoming: send(.list(.dueTapped(.upcoming)))
        case .all: send(.list(.dueTapped(.any)))
        case .notes: send(.list(.sectionChosen(.notes)))
        case .tag(let tag):
            if home.list.filter.due != .any { send(.list(.dueTapped(.any))) }
            send(.list(.tagTapped(tag)))
        }
    }
}
