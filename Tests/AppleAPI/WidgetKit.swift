// swift-format-ignore-file
// The part of WidgetKit, and of SwiftUI for widgets, that the app and its widget use.
@_exported import AppleFoundation
import SwiftUI

/// https://developer.apple.com/documentation/widgetkit/timelineentry (iOS 14)
public protocol TimelineEntry {
    /// https://developer.apple.com/documentation/widgetkit/timelineentry/date (iOS 14)
    var date: Date { get }
}

/// https://developer.apple.com/documentation/widgetkit/timelinereloadpolicy (iOS 14)
public struct TimelineReloadPolicy: Equatable {
    /// https://developer.apple.com/documentation/widgetkit/timelinereloadpolicy/after(_:) (iOS 14)
    public static func after(_ date: Date) -> TimelineReloadPolicy { TimelineReloadPolicy() }
}

/// https://developer.apple.com/documentation/widgetkit/timeline (iOS 14)
public struct Timeline<EntryType> where EntryType: TimelineEntry {
    /// https://developer.apple.com/documentation/widgetkit/timeline/init(entries:policy:) (iOS 14)
    public init(entries: [EntryType], policy: TimelineReloadPolicy) {}
}

/// https://developer.apple.com/documentation/widgetkit/timelineprovidercontext (iOS 14)
public struct TimelineProviderContext {
    /// https://developer.apple.com/documentation/widgetkit/timelineprovidercontext/ispreview (iOS 14)
    public let isPreview: Bool
}

/// https://developer.apple.com/documentation/widgetkit/timelineprovider (iOS 14)
public protocol TimelineProvider {
    associatedtype Entry: TimelineEntry
    typealias Context = TimelineProviderContext
    /// https://developer.apple.com/documentation/widgetkit/timelineprovider/placeholder(in:) (iOS 14)
    func placeholder(in context: Self.Context) -> Self.Entry
    /// https://developer.apple.com/documentation/widgetkit/timelineprovider/getsnapshot(in:completion:) (iOS 14)
    @preconcurrency func getSnapshot(in context: Self.Context, completion: @escaping @Sendable (Self.Entry) -> Void)
    /// https://developer.apple.com/documentation/widgetkit/timelineprovider/gettimeline(in:completion:) (iOS 14)
    @preconcurrency func getTimeline(in context: Self.Context, completion: @escaping @Sendable (Timeline<Self.Entry>) -> Void)
}

/// https://developer.apple.com/documentation/widgetkit/widgetfamily (iOS 14)
public enum WidgetFamily: Int, Sendable {
    case systemSmall, systemMedium, systemLarge, systemExtraLarge
    /// https://developer.apple.com/documentation/widgetkit/widgetfamily/accessoryrectangular (iOS 16)
    case accessoryRectangular
}

/// https://developer.apple.com/documentation/swiftui/widgetconfiguration (iOS 14)
@MainActor @preconcurrency public protocol WidgetConfiguration {
    associatedtype Body: WidgetConfiguration
    @MainActor @preconcurrency var body: Self.Body { get }
}
extension Never: @preconcurrency WidgetConfiguration {}
extension WidgetConfiguration {
    /// https://developer.apple.com/documentation/swiftui/widgetconfiguration/configurationdisplayname(_:)-4v9q (iOS 14)
    @MainActor @preconcurrency public func configurationDisplayName(_ displayNameKey: LocalizedStringKey) -> some WidgetConfiguration { self }
    /// https://developer.apple.com/documentation/swiftui/widgetconfiguration/description(_:)-4q9pa (iOS 14)
    @MainActor @preconcurrency public func description(_ descriptionKey: LocalizedStringKey) -> some WidgetConfiguration { self }
    /// https://developer.apple.com/documentation/swiftui/widgetconfiguration/supportedfamilies(_:) (iOS 14)
    @MainActor @preconcurrency public func supportedFamilies(_ families: [WidgetFamily]) -> some WidgetConfiguration { self }
}

/// https://developer.apple.com/documentation/widgetkit/staticconfiguration (iOS 14)
@MainActor @preconcurrency public struct StaticConfiguration<Content>: WidgetConfiguration where Content: View {
    public var body: Never { fatalError("no widget") }
    /// https://developer.apple.com/documentation/widgetkit/staticconfiguration/init(kind:provider:content:) (iOS 14)
    @MainActor @preconcurrency public init<Provider>(kind: String, provider: Provider, @ViewBuilder content: @escaping (Provider.Entry) -> Content) where Provider: TimelineProvider {}
}

/// https://developer.apple.com/documentation/swiftui/widget (iOS 14)
@MainActor @preconcurrency public protocol Widget {
    associatedtype Body: WidgetConfiguration
    @MainActor @preconcurrency init()
    @MainActor @preconcurrency var body: Self.Body { get }
}
extension Widget {
    /// https://developer.apple.com/documentation/swiftui/widget/main() (iOS 14)
    @MainActor @preconcurrency public static func main() {}
}

/// https://developer.apple.com/documentation/widgetkit/widgetcenter (iOS 14)
public class WidgetCenter: @unchecked Sendable {
    /// https://developer.apple.com/documentation/widgetkit/widgetcenter/shared (iOS 14)
    public static let shared = WidgetCenter()
    /// https://developer.apple.com/documentation/widgetkit/widgetcenter/reloadtimelines(ofkind:) (iOS 14)
    public func reloadTimelines(ofKind kind: String) {}
}

extension EnvironmentValues {
    /// https://developer.apple.com/documentation/swiftui/environmentvalues/widgetfamily (iOS 14)
    public var widgetFamily: WidgetFamily { .systemSmall }
}
extension ContainerBackgroundPlacement {
    /// https://developer.apple.com/documentation/swiftui/containerbackgroundplacement/widget (iOS 17)
    public static let widget = ContainerBackgroundPlacement()
}
extension View {
    /// https://developer.apple.com/documentation/swiftui/view/widgeturl(_:) (iOS 14)
    nonisolated public func widgetURL(_ url: URL?) -> some View { self }
}
