// swift-format-ignore-file
// The part of SwiftUI that the app uses, as Apple documents it for iOS 18. The bodies do nothing: it is for type-checking alone.
@_exported import AppleFoundation
@_exported import UIKit
import UniformTypeIdentifiers

/// https://developer.apple.com/documentation/swiftui/view (iOS 13)
@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

/// https://developer.apple.com/documentation/swiftui/viewbuilder (iOS 13)
@resultBuilder public struct ViewBuilder {
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content>(_ content: Content) -> Content where Content: View { content }
    public static func buildBlock<each Content>(_ content: repeat each Content) -> TupleView<(repeat each Content)> where repeat each Content: View { TupleView((repeat each content)) }
    public static func buildExpression<Content>(_ content: Content) -> Content where Content: View { content }
    public static func buildIf<Content>(_ content: Content?) -> Content? where Content: View { content }
    public static func buildEither<T, F>(first: T) -> _ConditionalContent<T, F> where T: View, F: View { _ConditionalContent() }
    public static func buildEither<T, F>(second: F) -> _ConditionalContent<T, F> where T: View, F: View { _ConditionalContent() }
}

extension Never: @preconcurrency View { public var body: Never { fatalError("no view") } }
extension Optional: @preconcurrency View where Wrapped: View { public var body: Never { fatalError("no view") } }
public struct _ConditionalContent<T, F> { nonisolated init() {} }
extension _ConditionalContent: View where T: View, F: View { public var body: Never { fatalError("no view") } }

/// https://developer.apple.com/documentation/swiftui/emptyview (iOS 13)
public struct EmptyView: View {
    public var body: Never { fatalError("no view") }
    nonisolated public init() {}
}

/// https://developer.apple.com/documentation/swiftui/tupleview (iOS 13)
public struct TupleView<T>: View {
    public var body: Never { fatalError("no view") }
    nonisolated public init(_ value: T) {}
}

/// https://developer.apple.com/documentation/swiftui/anyview (iOS 13)
public struct AnyView: View {
    public var body: Never { fatalError("no view") }
    nonisolated public init<V>(_ view: V) where V: View {}
}

/// https://developer.apple.com/documentation/swiftui/localizedstringkey (iOS 13)
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
    public init(_ value: String) {}
    public init(stringLiteral value: String) {}
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues (iOS 13)
public struct EnvironmentValues {
    /// https://developer.apple.com/documentation/swiftui/environmentvalues/scenephase (iOS 14)
    public var scenePhase: ScenePhase { .active }
    /// https://developer.apple.com/documentation/swiftui/environmentvalues/undomanager (iOS 13)
    public var undoManager: UndoManager? { nil }
    /// https://developer.apple.com/documentation/swiftui/environmentvalues/dismiss (iOS 15)
    public var dismiss: DismissAction { DismissAction() }
    /// https://developer.apple.com/documentation/swiftui/environmentvalues/calendar (iOS 13)
    public var calendar: Calendar { get { .current } set {} }
    /// https://developer.apple.com/documentation/swiftui/environmentvalues/locale (iOS 13)
    public var locale: Locale { get { .current } set {} }
    /// https://developer.apple.com/documentation/swiftui/environmentvalues/dynamictypesize (iOS 15)
    public var dynamicTypeSize: DynamicTypeSize { get { .large } set {} }
}

/// https://developer.apple.com/documentation/swiftui/dynamictypesize (iOS 15)
public enum DynamicTypeSize: Hashable, Comparable, CaseIterable, Sendable {
    case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge, accessibility1, accessibility2, accessibility3, accessibility4, accessibility5
}

/// https://developer.apple.com/documentation/swiftui/colorscheme (iOS 13)
public enum ColorScheme: CaseIterable, Hashable, Sendable { case light, dark }

/// https://developer.apple.com/documentation/swiftui/scenephase (iOS 14)
public enum ScenePhase: Comparable, Hashable, Sendable { case background, inactive, active }

/// https://developer.apple.com/documentation/swiftui/dismissaction (iOS 15)
@MainActor @preconcurrency public struct DismissAction {
    nonisolated init() {}
    @MainActor @preconcurrency public func callAsFunction() {}
}

/// https://developer.apple.com/documentation/swiftui/uiviewcontrollerrepresentable (iOS 13)
@MainActor @preconcurrency public protocol UIViewControllerRepresentable: View where Self.Body == Never {
    associatedtype UIViewControllerType: UIViewController
    associatedtype Coordinator = Void
    typealias Context = UIViewControllerRepresentableContext<Self>
    /// https://developer.apple.com/documentation/swiftui/uiviewcontrollerrepresentable/makeuiviewcontroller(context:) (iOS 13)
    @MainActor @preconcurrency func makeUIViewController(context: Self.Context) -> Self.UIViewControllerType
    /// https://developer.apple.com/documentation/swiftui/uiviewcontrollerrepresentable/updateuiviewcontroller(_:context:) (iOS 13)
    @MainActor @preconcurrency func updateUIViewController(_ uiViewController: Self.UIViewControllerType, context: Self.Context)
    /// https://developer.apple.com/documentation/swiftui/uiviewcontrollerrepresentable/makecoordinator() (iOS 13)
    @MainActor @preconcurrency func makeCoordinator() -> Self.Coordinator
}
extension UIViewControllerRepresentable { public var body: Never { fatalError("no view") } }

/// https://developer.apple.com/documentation/swiftui/uiviewcontrollerrepresentablecontext (iOS 13)
@MainActor @preconcurrency public struct UIViewControllerRepresentableContext<Representable> where Representable: UIViewControllerRepresentable {
    /// https://developer.apple.com/documentation/swiftui/uiviewcontrollerrepresentablecontext/coordinator (iOS 13)
    @MainActor @preconcurrency public let coordinator: Representable.Coordinator
}

/// https://developer.apple.com/documentation/swiftui/previewprovider (iOS 13)
@MainActor @preconcurrency public protocol PreviewProvider {
    associatedtype Previews: View
    @ViewBuilder @MainActor @preconcurrency static var previews: Self.Previews { get }
}

/// https://developer.apple.com/documentation/swiftui/tabview (iOS 13)
public struct TabView<SelectionValue, Content>: View where SelectionValue: Hashable, Content: View {
    public var body: Never { fatalError("no view") }
    /// https://developer.apple.com/documentation/swiftui/tabview/init(selection:content:) (iOS 13)
    nonisolated public init(selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content) {}
}
/// https://developer.apple.com/documentation/swiftui/tabviewstyle (iOS 14)
@MainActor @preconcurrency public protocol TabViewStyle {}
/// https://developer.apple.com/documentation/swiftui/pagetabviewstyle (iOS 14)
public struct PageTabViewStyle: TabViewStyle { nonisolated init() {} }
extension TabViewStyle where Self == PageTabViewStyle { nonisolated public static var page: PageTabViewStyle { PageTabViewStyle() } }

/// https://developer.apple.com/documentation/swiftui/link (iOS 14)
public struct Link<Label>: View where Label: View {
    public var body: Never { fatalError("no view") }
    /// https://developer.apple.com/documentation/swiftui/link/init(destination:label:) (iOS 14)
    nonisolated public init(destination: URL, @ViewBuilder label: () -> Label) {}
}

/// https://developer.apple.com/documentation/swiftui/containerbackgroundplacement (iOS 17)
public struct ContainerBackgroundPlacement: Sendable { public init() {} }

/// https://developer.apple.com/documentation/swiftui/dynamicproperty (iOS 13)
public protocol DynamicProperty {}

/// https://developer.apple.com/documentation/swiftui/environment (iOS 13)
@propertyWrapper public struct Environment<Value>: DynamicProperty {
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { fatalError("type-checking alone") }
    public var wrappedValue: Value { fatalError("type-checking alone") }
}

/// https://developer.apple.com/documentation/swiftui/state (iOS 13)
@propertyWrapper public struct State<Value>: DynamicProperty {
    public init(wrappedValue value: Value) {}
    public init() where Value: ExpressibleByNilLiteral {}
    public var wrappedValue: Value { get { fatalError("type-checking alone") } nonmutating set {} }
    public var projectedValue: Binding<Value> { fatalError("type-checking alone") }
}

/// https://developer.apple.com/documentation/swiftui/binding/init(get:set:) (iOS 13)
@propertyWrapper public struct Binding<Value> {
    @preconcurrency public init(@_inheritActorContext get: @escaping @isolated(any) @Sendable () -> Value, @_inheritActorContext set: @escaping @isolated(any) @Sendable (Value) -> Void) {}
    public var wrappedValue: Value { get { fatalError("type-checking alone") } nonmutating set {} }
    public var projectedValue: Binding<Value> { self }
}

/// https://developer.apple.com/documentation/swiftui/focusstate (iOS 15)
@propertyWrapper public struct FocusState<Value>: DynamicProperty where Value: Hashable {
    public init() where Value == Bool {}
    public init<T>() where Value == T?, T: Hashable {}
    public var wrappedValue: Value { get { fatalError("type-checking alone") } nonmutating set {} }
    /// https://developer.apple.com/documentation/swiftui/focusstate/binding (iOS 15)
    public struct Binding {}
    public var projectedValue: FocusState<Value>.Binding { fatalError("type-checking alone") }
}

/// https://developer.apple.com/documentation/swiftui/text (iOS 13)
public struct Text: View {
    public var body: Never { fatalError("no view") }
    nonisolated public init(_ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil) {}
    nonisolated public init(verbatim content: String) {}
    @_disfavoredOverload nonisolated public init<S>(_ content: S) where S: StringProtocol {}
    /// https://developer.apple.com/documentation/swiftui/text/init(_:) (iOS 15)
    nonisolated public init(_ attributedContent: AttributedString) {}
    /// https://developer.apple.com/documentation/swiftui/text/font(_:) (iOS 13)
    nonisolated public func font(_ font: Font?) -> Text { self }
    /// https://developer.apple.com/documentation/swiftui/text/foregroundstyle(_:) (iOS 17)
    nonisolated public func foregroundStyle<S>(_ style: S) -> Text where S: ShapeStyle { self }
    /// https://developer.apple.com/documentation/swiftui/text/strikethrough(_:pattern:color:) (iOS 16)
    nonisolated public func strikethrough(_ isActive: Bool = true, pattern: StrokePattern = .init(), color: Color? = nil) -> Text { self }
    /// https://developer.apple.com/documentation/swiftui/text/linestyle (iOS 15)
    public struct StrokePattern: Sendable { public init() {} }
}

/// https://developer.apple.com/documentation/swiftui/label/init(_:systemimage:) (iOS 14)
public struct Label<Title, Icon>: View where Title: View, Icon: View {
    public var body: Never { fatalError("no view") }
}
extension Label where Title == Text, Icon == Image {
    nonisolated public init(_ titleKey: LocalizedStringKey, systemImage name: String) {}
    @_disfavoredOverload nonisolated public init<S>(_ title: S, systemImage name: String) where S: StringProtocol {}
}

/// https://developer.apple.com/documentation/swiftui/image (iOS 13)
public struct Image: View {
    public var body: Never { fatalError("no view") }
    public init(systemName: String) {}
    /// https://developer.apple.com/documentation/swiftui/image/init(uiimage:) (iOS 13)
    public init(uiImage: UIImage) {}
    /// https://developer.apple.com/documentation/swiftui/image/resizable(capinsets:resizingmode:) (iOS 13)
    public func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode: Image.ResizingMode = .stretch) -> Image { self }
    /// https://developer.apple.com/documentation/swiftui/image/resizingmode (iOS 13)
    public enum ResizingMode: Sendable { case tile, stretch }
}

/// https://developer.apple.com/documentation/swiftui/edgeinsets (iOS 13)
public struct EdgeInsets: Equatable, Sendable { public init() {} }

/// https://developer.apple.com/documentation/swiftui/buttonrole (iOS 15)
public struct ButtonRole: Equatable, Sendable {
    public static let destructive = ButtonRole()
    public static let cancel = ButtonRole()
}

/// https://developer.apple.com/documentation/swiftui/button (iOS 13)
public struct Button<Label>: View where Label: View {
    public var body: Never { fatalError("no view") }
    @preconcurrency nonisolated public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
}

extension Button where Label == Text {
    /// https://developer.apple.com/documentation/swiftui/button/init(_:action:) (iOS 13)
    @preconcurrency nonisolated public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
    /// https://developer.apple.com/documentation/swiftui/button/init(_:role:action:) (iOS 15)
    @preconcurrency nonisolated public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) {}
    /// https://developer.apple.com/documentation/swiftui/button/init(_:action:) (iOS 13)
    @_disfavoredOverload @preconcurrency nonisolated public init<S>(_ title: S, action: @escaping @MainActor () -> Void) where S: StringProtocol {}
    /// https://developer.apple.com/documentation/swiftui/button/init(_:role:action:) (iOS 15)
    @_disfavoredOverload @preconcurrency nonisolated public init<S>(_ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void) where S: StringProtocol {}
}
extension Button where Label == SwiftUI.Label<Text, Image> {
    /// https://developer.apple.com/documentation/swiftui/button/init(_:systemimage:action:) (iOS 14)
    @preconcurrency nonisolated public init(_ titleKey: LocalizedStringKey, systemImage: String, action: @escaping @MainActor () -> Void) {}
    /// https://developer.apple.com/documentation/swiftui/button/init(_:systemimage:role:action:) (iOS 15)
    @preconcurrency nonisolated public init(_ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole?, action: @escaping @MainActor () -> Void) {}
    /// https://developer.apple.com/documentation/swiftui/button/init(_:systemimage:action:) (iOS 14)
    @_disfavoredOverload @preconcurrency nonisolated public init<S>(_ title: S, systemImage: String, action: @escaping @MainActor () -> Void) where S: StringProtocol {}
}

/// https://developer.apple.com/documentation/swiftui/textfield (iOS 13)
public struct TextField<Label>: View where Label: View {
    public var body: Never { fatalError("no view") }
}
extension TextField where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {}
    /// https://developer.apple.com/documentation/swiftui/textfield/init(_:text:axis:) (iOS 16)
    nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>, axis: Axis) {}
}

/// https://developer.apple.com/documentation/swiftui/axis (iOS 13)
public enum Axis: Int8, Sendable {
    case horizontal, vertical
    /// https://developer.apple.com/documentation/swiftui/axis/set (iOS 13)
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let horizontal = Axis.Set(rawValue: 1)
        public static let vertical = Axis.Set(rawValue: 2)
    }
}

/// https://developer.apple.com/documentation/swiftui/scrollview (iOS 13)
public struct ScrollView<Content>: View where Content: View {
    public var body: Never { fatalError("no view") }
    /// https://developer.apple.com/documentation/swiftui/scrollview/init(_:showsindicators:content:) (iOS 13)
    nonisolated public init(_ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content) {}
}

/// https://developer.apple.com/documentation/swiftui/viewthatfits (iOS 16)
public struct ViewThatFits<Content>: View where Content: View {
    public var body: Never { fatalError("no view") }
    /// https://developer.apple.com/documentation/swiftui/viewthatfits/init(in:content:) (iOS 16)
    nonisolated public init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {}
}

/// https://developer.apple.com/documentation/swiftui/disclosuregroup (iOS 14)
public struct DisclosureGroup<Label, Content>: View where Label: View, Content: View {
    public var body: Never { fatalError("no view") }
    /// https://developer.apple.com/documentation/swiftui/disclosuregroup/init(isexpanded:content:label:) (iOS 14)
    nonisolated public init(isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label) {}
}

/// https://developer.apple.com/documentation/swiftui/picker (iOS 13)
public struct Picker<Label, SelectionValue, Content>: View where Label: View, SelectionValue: Hashable, Content: View {
    public var body: Never { fatalError("no view") }
}
extension Picker where Label == Text {
    /// https://developer.apple.com/documentation/swiftui/picker/init(_:selection:content:) (iOS 13)
    nonisolated public init(_ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content) {}
}
extension Picker where Label == SwiftUI.Label<Text, Image> {
    /// https://developer.apple.com/documentation/swiftui/picker/init(_:systemimage:selection:content:) (iOS 14)
    nonisolated public init(_ titleKey: LocalizedStringKey, systemImage: String, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content) {}
}

/// https://developer.apple.com/documentation/swiftui/pickerstyle (iOS 13)
@MainActor @preconcurrency public protocol PickerStyle {}
/// https://developer.apple.com/documentation/swiftui/menupickerstyle (iOS 14)
public struct MenuPickerStyle: PickerStyle { nonisolated public init() {} }
/// https://developer.apple.com/documentation/swiftui/segmentedpickerstyle (iOS 13)
public struct SegmentedPickerStyle: PickerStyle { nonisolated public init() {} }
/// https://developer.apple.com/documentation/swiftui/navigationlinkpickerstyle (iOS 16)
public struct NavigationLinkPickerStyle: PickerStyle { nonisolated public init() {} }
extension PickerStyle where Self == MenuPickerStyle { nonisolated public static var menu: MenuPickerStyle { MenuPickerStyle() } }
extension PickerStyle where Self == SegmentedPickerStyle { nonisolated public static var segmented: SegmentedPickerStyle { SegmentedPickerStyle() } }
extension PickerStyle where Self == NavigationLinkPickerStyle { nonisolated public static var navigationLink: NavigationLinkPickerStyle { NavigationLinkPickerStyle() } }

/// https://developer.apple.com/documentation/swiftui/stepper (iOS 13)
public struct Stepper<Label>: View where Label: View {
    public var body: Never { fatalError("no view") }
}
extension Stepper where Label == Text {
    /// https://developer.apple.com/documentation/swiftui/stepper/init(_:value:in:step:oneditingchanged:) (iOS 13)
    nonisolated public init<V>(_ titleKey: LocalizedStringKey, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, onEditingChanged: @escaping (Bool) -> Void = { _ in }) where V: Strideable {}
}

/// https://developer.apple.com/documentation/swiftui/multidatepicker (iOS 16)
public struct MultiDatePicker<Label>: View where Label: View {
    public var body: Never { fatalError("no view") }
}
extension MultiDatePicker where Label == Text {
    /// https://developer.apple.com/documentation/swiftui/multidatepicker/init(_:selection:in:) (iOS 16)
    nonisolated public init(_ titleKey: LocalizedStringKey, selection: Binding<Set<DateComponents>>, in bounds: PartialRangeFrom<Date>) {}
}

/// https://developer.apple.com/documentation/swiftui/securefield (iOS 13)
public struct SecureField<Label>: View where Label: View {
    public var body: Never { fatalError("no view") }
}
extension SecureField where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {}
}

/// https://developer.apple.com/documentation/swiftui/datepicker (iOS 13)
public struct DatePicker<Label>: View where Label: View {
    public var body: Never { fatalError("no view") }
    /// https://developer.apple.com/documentation/swiftui/datepicker/components (iOS 13)
    public typealias Components = DatePickerComponents
}
extension DatePicker where Label == Text {
    /// https://developer.apple.com/documentation/swiftui/datepicker/init(_:selection:in:displayedcomponents:) (iOS 13)
    nonisolated public init(_ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: PartialRangeFrom<Date>, displayedComponents: DatePicker<Label>.Components = [.hourAndMinute, .date]) {}
    /// https://developer.apple.com/documentation/swiftui/datepicker/init(_:selection:displayedcomponents:) (iOS 13)
    nonisolated public init(_ titleKey: LocalizedStringKey, selection: Binding<Date>, displayedComponents: DatePicker<Label>.Components = [.hourAndMinute, .date]) {}
}

/// https://developer.apple.com/documentation/swiftui/datepickercomponents (iOS 13)
public struct DatePickerComponents: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let hourAndMinute = DatePickerComponents(rawValue: 1)
    public static let date = DatePickerComponents(rawValue: 2)
}

/// https://developer.apple.com/documentation/swiftui/toggle (iOS 13)
public struct Toggle<Label>: View where Label: View {
    public var body: Never { fatalError("no view") }
}
extension Toggle where Label == Text {
    /// https://developer.apple.com/documentation/swiftui/toggle/init(_:ison:) (iOS 13)
    nonisolated public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {}
    /// https://developer.apple.com/documentation/swiftui/toggle/init(_:ison:) (iOS 13)
    @_disfavoredOverload nonisolated public init<S>(_ title: S, isOn: Binding<Bool>) where S: StringProtocol {}
}
extension Toggle where Label == SwiftUI.Label<Text, Image> {
    /// https://developer.apple.com/documentation/swiftui/toggle/init(_:systemimage:ison:) (iOS 14)
    nonisolated public init(_ titleKey: LocalizedStringKey, systemImage: String, isOn: Binding<Bool>) {}
}

/// https://developer.apple.com/documentation/swiftui/togglestyle (iOS 13)
@MainActor @preconcurrency public protocol ToggleStyle {}
/// https://developer.apple.com/documentation/swiftui/buttontogglestyle (iOS 15)
public struct ButtonToggleStyle: ToggleStyle { nonisolated public init() {} }
extension ToggleStyle where Self == ButtonToggleStyle { nonisolated public static var button: ButtonToggleStyle { ButtonToggleStyle() } }

/// https://developer.apple.com/documentation/swiftui/labeledcontent (iOS 16)
public struct LabeledContent<Label, Content>: View where Label: View, Content: View {
    public var body: Never { fatalError("no view") }
}
extension LabeledContent where Label == Text, Content == Text {
    /// https://developer.apple.com/documentation/swiftui/labeledcontent/init(_:value:) (iOS 16)
    nonisolated public init<S>(_ titleKey: LocalizedStringKey, value: S) where S: StringProtocol {}
}

/// https://developer.apple.com/documentation/swiftui/menu (iOS 14)
public struct Menu<Label, Content>: View where Label: View, Content: View {
    public var body: Never { fatalError("no view") }
}
extension Menu where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
}
extension Menu where Label == SwiftUI.Label<Text, Image> {
    /// https://developer.apple.com/documentation/swiftui/menu/init(_:systemimage:content:) (iOS 14)
    nonisolated public init(_ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content) {}
}

/// https://developer.apple.com/documentation/swiftui/hstack (iOS 13)
public struct HStack<Content>: View where Content: View {
    public var body: Never { fatalError("no view") }
    nonisolated public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
}

/// https://developer.apple.com/documentation/swiftui/vstack (iOS 13)
public struct VStack<Content>: View where Content: View {
    public var body: Never { fatalError("no view") }
    nonisolated public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
}

/// https://developer.apple.com/documentation/swiftui/verticalalignment (iOS 13)
public struct VerticalAlignment: Equatable, Sendable { public static let center = VerticalAlignment() }

/// https://developer.apple.com/documentation/swiftui/horizontalalignment (iOS 13)
public struct HorizontalAlignment: Equatable, Sendable {
    public static let center = HorizontalAlignment()
    public static let leading = HorizontalAlignment()
}

/// https://developer.apple.com/documentation/swiftui/alignment (iOS 13)
public struct Alignment: Equatable, Sendable { public static let center = Alignment() }

/// https://developer.apple.com/documentation/swiftui/spacer (iOS 13)
public struct Spacer: View {
    public var body: Never { fatalError("no view") }
    nonisolated public init(minLength: CGFloat? = nil) {}
}

/// https://developer.apple.com/documentation/swiftui/progressview (iOS 14)
public struct ProgressView<Label, CurrentValueLabel>: View where Label: View, CurrentValueLabel: View {
    public var body: Never { fatalError("no view") }
    nonisolated public init() where Label == EmptyView, CurrentValueLabel == EmptyView {}
}

/// https://developer.apple.com/documentation/swiftui/group (iOS 13)
public struct Group<Content>: View where Content: View {
    public var body: Never { fatalError("no view") }
    nonisolated public init(@ViewBuilder content: () -> Content) {}
}

/// https://developer.apple.com/documentation/swiftui/form (iOS 13)
public struct Form<Content>: View where Content: View {
    public var body: Never { fatalError("no view") }
    nonisolated public init(@ViewBuilder content: () -> Content) {}
}

/// https://developer.apple.com/documentation/swiftui/list (iOS 13)
public struct List<SelectionValue, Content>: View where SelectionValue: Hashable, Content: View {
    public var body: Never { fatalError("no view") }
}
extension List where SelectionValue == Never {
    nonisolated public init(@ViewBuilder content: () -> Content) {}
}
extension List {
    /// https://developer.apple.com/documentation/swiftui/list/init(selection:content:) (iOS 13)
    nonisolated public init(selection: Binding<SelectionValue?>?, @ViewBuilder content: () -> Content) {}
}

/// https://developer.apple.com/documentation/swiftui/section (iOS 13)
public struct Section<Parent, Content, Footer> {}
extension Section: View where Parent: View, Content: View, Footer: View {
    public var body: Never { fatalError("no view") }
}
extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
    nonisolated public init(@ViewBuilder content: () -> Content) {}
}
extension Section where Parent == EmptyView, Content: View, Footer: View {
    /// https://developer.apple.com/documentation/swiftui/section/init(content:footer:) (iOS 15)
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {}
}
extension Section where Parent: View, Content: View, Footer: View {
    /// https://developer.apple.com/documentation/swiftui/section/init(content:header:footer:) (iOS 13)
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent, @ViewBuilder footer: () -> Footer) {}
}
extension Section where Parent: View, Content: View, Footer == EmptyView {
    /// https://developer.apple.com/documentation/swiftui/section/init(content:header:) (iOS 15)
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {}
}
extension Section where Parent == Text, Content: View, Footer == EmptyView {
    /// https://developer.apple.com/documentation/swiftui/section/init(_:content:) (iOS 15)
    nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
    /// https://developer.apple.com/documentation/swiftui/section/init(_:content:) (iOS 15)
    @_disfavoredOverload nonisolated public init<S>(_ title: S, @ViewBuilder content: () -> Content) where S: StringProtocol {}
}

/// https://developer.apple.com/documentation/swiftui/dynamicviewcontent (iOS 13)
public protocol DynamicViewContent: View {}
extension DynamicViewContent {
    /// https://developer.apple.com/documentation/swiftui/dynamicviewcontent/onmove(perform:) (iOS 13)
    nonisolated public func onMove(perform action: Optional<(IndexSet, Int) -> Void>) -> some DynamicViewContent { self }
}

/// https://developer.apple.com/documentation/swiftui/foreach (iOS 13)
public struct ForEach<Data, ID, Content> where Data: RandomAccessCollection, ID: Hashable {}
extension ForEach: View where Content: View { public var body: Never { fatalError("no view") } }
extension ForEach: DynamicViewContent where Content: View {}
extension ForEach where Content: View {
    /// https://developer.apple.com/documentation/swiftui/foreach/init(_:id:content:) (iOS 13)
    nonisolated public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}

/// https://developer.apple.com/documentation/swiftui/navigationstack (iOS 16)
public struct NavigationStack<Data, Root>: View where Root: View {
    public var body: Never { fatalError("no view") }
    nonisolated public init(@ViewBuilder root: () -> Root) where Data == NavigationPath {}
    /// https://developer.apple.com/documentation/swiftui/navigationstack/init(path:root:) (iOS 16)
    @MainActor @preconcurrency public init(path: Binding<Data>, @ViewBuilder root: () -> Root) where Data: MutableCollection, Data: RandomAccessCollection, Data: RangeReplaceableCollection, Data.Element: Hashable {}
}

/// https://developer.apple.com/documentation/swiftui/navigationpath (iOS 16)
public struct NavigationPath {}

/// https://developer.apple.com/documentation/swiftui/navigationlink (iOS 13)
public struct NavigationLink<Label, Destination>: View where Label: View, Destination: View {
    public var body: Never { fatalError("no view") }
    nonisolated public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) {}
}
extension NavigationLink where Destination == Never {
    /// https://developer.apple.com/documentation/swiftui/navigationlink/init(value:label:) (iOS 16)
    nonisolated public init<P>(value: P?, @ViewBuilder label: () -> Label) where P: Hashable {}
}

/// https://developer.apple.com/documentation/swiftui/navigationsplitview (iOS 16)
public struct NavigationSplitView<Sidebar, Content, Detail>: View where Sidebar: View, Content: View, Detail: View {
    public var body: Never { fatalError("no view") }
    nonisolated public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail) where Content == EmptyView {}
}

/// https://developer.apple.com/documentation/swiftui/contentunavailableview (iOS 17)
public struct ContentUnavailableView<Label, Description, Actions>: View where Label: View, Description: View, Actions: View {
    public var body: Never { fatalError("no view") }
}
extension ContentUnavailableView where Label == SwiftUI.Label<Text, Image>, Description == Text?, Actions == EmptyView {
    /// https://developer.apple.com/documentation/swiftui/contentunavailableview/init(_:systemimage:description:) (iOS 17)
    nonisolated public init(_ title: LocalizedStringKey, systemImage name: String, description: Text? = nil) {}
    /// https://developer.apple.com/documentation/swiftui/contentunavailableview/init(_:systemimage:description:) (iOS 17)
    @_disfavoredOverload nonisolated public init<S>(_ title: S, systemImage name: String, description: Text? = nil) where S: StringProtocol {}
}

/// https://developer.apple.com/documentation/swiftui/sharelink (iOS 16)
public struct ShareLink<Data, PreviewImage, PreviewIcon, Label>: View where Data: RandomAccessCollection, Label: View {
    public var body: Never { fatalError("no view") }
}
extension ShareLink where PreviewImage == Never, PreviewIcon == Never, Data == CollectionOfOne<URL> {
    /// https://developer.apple.com/documentation/swiftui/sharelink/init(item:subject:message:label:) (iOS 16)
    nonisolated public init(item: URL, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label) {}
}

/// https://developer.apple.com/documentation/swiftui/shape (iOS 13)
public protocol Shape: Sendable {}
/// https://developer.apple.com/documentation/swiftui/rectangle (iOS 13)
public struct Rectangle: Shape {
    nonisolated public init() {}
}

/// https://developer.apple.com/documentation/swiftui/shapestyle (iOS 13)
public protocol ShapeStyle: Sendable {}
extension ShapeStyle where Self == Color {
    public static var red: Color { Color() }
    public static var green: Color { Color() }
}
/// https://developer.apple.com/documentation/swiftui/backgroundstyle (iOS 14)
public struct BackgroundStyle: ShapeStyle { nonisolated init() {} }
extension ShapeStyle where Self == BackgroundStyle { public static var background: BackgroundStyle { BackgroundStyle() } }
extension ShapeStyle where Self == HierarchicalShapeStyle { public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() } }
extension ShapeStyle where Self == Material { public static var bar: Material { Material() } }

/// https://developer.apple.com/documentation/swiftui/hierarchicalshapestyle (iOS 15)
public struct HierarchicalShapeStyle: ShapeStyle { nonisolated init() {} }

/// https://developer.apple.com/documentation/swiftui/material (iOS 15)
public struct Material: ShapeStyle { nonisolated init() {} }

/// https://developer.apple.com/documentation/swiftui/color (iOS 13)
public struct Color: ShapeStyle, Hashable {
    nonisolated init() {}
    public static let red = Color()
    public static let green = Color()
    public static let secondary = Color()
    /// https://developer.apple.com/documentation/swiftui/color/accentcolor (iOS 13)
    public static var accentColor: Color { Color() }
}

/// https://developer.apple.com/documentation/swiftui/font (iOS 13)
public struct Font: Hashable, Sendable {
    public static let headline = Font()
    public static let subheadline = Font()
    public static let footnote = Font()
    public static let caption = Font()
}

/// https://developer.apple.com/documentation/swiftui/primitivebuttonstyle (iOS 13)
@MainActor @preconcurrency public protocol PrimitiveButtonStyle {}
extension PrimitiveButtonStyle where Self == PlainButtonStyle { nonisolated public static var plain: PlainButtonStyle { PlainButtonStyle() } }
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle { nonisolated public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() } }

/// https://developer.apple.com/documentation/swiftui/plainbuttonstyle (iOS 13)
public struct PlainButtonStyle: PrimitiveButtonStyle { nonisolated public init() {} }

/// https://developer.apple.com/documentation/swiftui/borderlessbuttonstyle (iOS 13)
public struct BorderlessButtonStyle: PrimitiveButtonStyle { nonisolated public init() {} }

/// https://developer.apple.com/documentation/swiftui/borderedbuttonstyle (iOS 15)
public struct BorderedButtonStyle: PrimitiveButtonStyle { nonisolated public init() {} }
extension PrimitiveButtonStyle where Self == BorderedButtonStyle { nonisolated public static var bordered: BorderedButtonStyle { BorderedButtonStyle() } }

/// https://developer.apple.com/documentation/swiftui/edge (iOS 13)
public enum Edge: Int8, Sendable {
    case top, leading, bottom, trailing
    /// https://developer.apple.com/documentation/swiftui/edge/set (iOS 13)
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let all = Edge.Set(rawValue: 15)
    }
}

/// https://developer.apple.com/documentation/swiftui/horizontaledge (iOS 15)
public enum HorizontalEdge: Int8, Sendable { case leading, trailing }

/// https://developer.apple.com/documentation/swiftui/verticaledge (iOS 15)
public enum VerticalEdge: Int8, Sendable { case top, bottom }

/// https://developer.apple.com/documentation/swiftui/presentationdetent (iOS 16)
public struct PresentationDetent: Hashable, Sendable {
    public static let medium = PresentationDetent()
    public static let large = PresentationDetent()
}

/// https://developer.apple.com/documentation/swiftui/searchfieldplacement (iOS 15)
public struct SearchFieldPlacement: Sendable { public static let automatic = SearchFieldPlacement() }

/// https://developer.apple.com/documentation/swiftui/submittriggers (iOS 15)
public struct SubmitTriggers: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let text = SubmitTriggers(rawValue: 1)
}

/// https://developer.apple.com/documentation/swiftui/submitlabel (iOS 15)
public struct SubmitLabel: Sendable { public static var done: SubmitLabel { SubmitLabel() } }

/// https://developer.apple.com/documentation/swiftui/textinputautocapitalization (iOS 15)
public struct TextInputAutocapitalization: Sendable { public static var never: TextInputAutocapitalization { TextInputAutocapitalization() } }

/// https://developer.apple.com/documentation/swiftui/sensoryfeedback (iOS 17)
public struct SensoryFeedback: Equatable, Sendable { public static let success = SensoryFeedback() }

/// https://developer.apple.com/documentation/swiftui/keyequivalent (iOS 14)
public struct KeyEquivalent: Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
    public init(extendedGraphemeClusterLiteral: Character) {}
}

/// https://developer.apple.com/documentation/swiftui/eventmodifiers (iOS 13)
public struct EventModifiers: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let command = EventModifiers(rawValue: 1)
    public static let shift = EventModifiers(rawValue: 2)
}

/// https://developer.apple.com/documentation/swiftui/navigationbaritem/titledisplaymode (iOS 14)
public struct NavigationBarItem: Sendable { public enum TitleDisplayMode: Sendable { case automatic, inline, large } }

/// https://developer.apple.com/documentation/swiftui/toolbaritemplacement (iOS 14)
public struct ToolbarItemPlacement {
    public static let primaryAction = ToolbarItemPlacement()
    public static let secondaryAction = ToolbarItemPlacement()
    public static let cancellationAction = ToolbarItemPlacement()
    public static let confirmationAction = ToolbarItemPlacement()
    public static let bottomBar = ToolbarItemPlacement()
}
extension ToolbarItemPlacement: Sendable {}

/// https://developer.apple.com/documentation/swiftui/toolbarcontent (iOS 14)
@MainActor @preconcurrency public protocol ToolbarContent {}
extension Optional: @preconcurrency ToolbarContent where Wrapped: ToolbarContent {}

/// https://developer.apple.com/documentation/swiftui/toolbaritem (iOS 14)
public struct ToolbarItem<ID, Content>: ToolbarContent where Content: View {}
extension ToolbarItem where ID == () {
    nonisolated public init(placement: ToolbarItemPlacement = .primaryAction, @ViewBuilder content: () -> Content) {}
}

/// https://developer.apple.com/documentation/swiftui/toolbaritemgroup (iOS 14)
public struct ToolbarItemGroup<Content>: ToolbarContent where Content: View {
    /// https://developer.apple.com/documentation/swiftui/toolbaritemgroup/init(placement:content:) (iOS 14)
    nonisolated public init(placement: ToolbarItemPlacement = .primaryAction, @ViewBuilder content: () -> Content) {}
}

/// https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder (iOS 14)
@resultBuilder public struct ToolbarContentBuilder {
    public static func buildExpression<Content>(_ content: Content) -> Content where Content: ToolbarContent { content }
    public static func buildBlock<each Content>(_ content: repeat each Content) -> some ToolbarContent where repeat each Content: ToolbarContent { Items() }
    public static func buildIf<Content>(_ content: Content?) -> Content? where Content: ToolbarContent { content }
    private struct Items: ToolbarContent { nonisolated init() {} }
}

/// https://developer.apple.com/documentation/swiftui/viewmodifier (iOS 13)
@MainActor @preconcurrency public protocol ViewModifier {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency func body(content: Self.Content) -> Self.Body
    typealias Content = _ViewModifier_Content<Self>
}

/// https://developer.apple.com/documentation/swiftui/viewmodifier/content (iOS 13)
public struct _ViewModifier_Content<Modifier>: View where Modifier: ViewModifier {
    public var body: Never { fatalError("no view") }
}

// MARK: - Modifiers

extension View {
    /// https://developer.apple.com/documentation/swiftui/view/modifier(_:) (iOS 13)
    nonisolated public func modifier<T>(_ modifier: T) -> some View where T: ViewModifier { self }
    /// https://developer.apple.com/documentation/swiftui/view/padding(_:_:) (iOS 13)
    nonisolated public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/frame(width:height:alignment:) (iOS 13)
    nonisolated public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/contentshape(_:eofill:) (iOS 13)
    nonisolated public func contentShape<S>(_ shape: S, eoFill: Bool = false) -> some View where S: Shape { self }
    /// https://developer.apple.com/documentation/swiftui/view/font(_:) (iOS 13)
    nonisolated public func font(_ font: Font?) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/foregroundstyle(_:) (iOS 15)
    nonisolated public func foregroundStyle<S>(_ style: S) -> some View where S: ShapeStyle { self }
    /// https://developer.apple.com/documentation/swiftui/view/background(_:ignoressafeareaedges:) (iOS 15)
    nonisolated public func background<S>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View where S: ShapeStyle { self }
    /// https://developer.apple.com/documentation/swiftui/view/tint(_:) (iOS 16)
    nonisolated public func tint<S>(_ tint: S?) -> some View where S: ShapeStyle { self }
    /// https://developer.apple.com/documentation/swiftui/view/tint(_:) (iOS 15)
    nonisolated public func tint(_ tint: Color?) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/linelimit(_:) (iOS 13)
    nonisolated public func lineLimit(_ number: Int?) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/linelimit(_:) (iOS 16)
    nonisolated public func lineLimit(_ limit: ClosedRange<Int>) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/scaledtofit() (iOS 13)
    nonisolated public func scaledToFit() -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/disabled(_:) (iOS 13)
    nonisolated public func disabled(_ disabled: Bool) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/buttonstyle(_:) (iOS 13)
    nonisolated public func buttonStyle<S>(_ style: S) -> some View where S: PrimitiveButtonStyle { self }
    /// https://developer.apple.com/documentation/swiftui/view/navigationtitle(_:) (iOS 14)
    nonisolated public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/navigationtitle(_:) (iOS 14)
    nonisolated public func navigationTitle(_ title: Text) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/navigationdestination(for:destination:) (iOS 16)
    nonisolated public func navigationDestination<D, C>(for data: D.Type, @ViewBuilder destination: @escaping (D) -> C) -> some View where D: Hashable, C: View { self }
    /// https://developer.apple.com/documentation/swiftui/view/navigationbartitledisplaymode(_:) (iOS 14)
    nonisolated public func navigationBarTitleDisplayMode(_ displayMode: NavigationBarItem.TitleDisplayMode) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/toolbar(content:) (iOS 14)
    nonisolated public func toolbar<Content>(@ToolbarContentBuilder content: () -> Content) -> some View where Content: ToolbarContent { self }
    /// https://developer.apple.com/documentation/swiftui/view/searchable(text:placement:prompt:) (iOS 15)
    nonisolated public func searchable(text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/refreshable(action:) (iOS 15)
    nonisolated public func refreshable(action: @escaping @Sendable () async -> Void) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/swipeactions(edge:allowsfullswipe:content:) (iOS 15)
    nonisolated public func swipeActions<T>(edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> T) -> some View where T: View { self }
    /// https://developer.apple.com/documentation/swiftui/view/contextmenu(menuitems:) (iOS 13)
    nonisolated public func contextMenu<MenuItems>(@ViewBuilder menuItems: () -> MenuItems) -> some View where MenuItems: View { self }
    /// https://developer.apple.com/documentation/swiftui/view/sheet(ispresented:ondismiss:content:) (iOS 13)
    nonisolated public func sheet<Content>(isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content) -> some View where Content: View { self }
    /// https://developer.apple.com/documentation/swiftui/view/presentationdetents(_:) (iOS 16)
    nonisolated public func presentationDetents(_ detents: Set<PresentationDetent>) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/alert(_:ispresented:actions:message:) (iOS 15)
    nonisolated public func alert<A, M>(_ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M) -> some View where A: View, M: View { self }
    /// https://developer.apple.com/documentation/swiftui/view/alert(_:ispresented:actions:message:) (iOS 15)
    nonisolated public func alert<A, M>(_ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M) -> some View where A: View, M: View { self }
    /// https://developer.apple.com/documentation/swiftui/view/overlay(alignment:content:) (iOS 15)
    nonisolated public func overlay<V>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View where V: View { self }
    /// https://developer.apple.com/documentation/swiftui/view/safeareainset(edge:alignment:spacing:content:) (iOS 15)
    nonisolated public func safeAreaInset<V>(edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> V) -> some View where V: View { self }
    /// https://developer.apple.com/documentation/swiftui/view/keyboardshortcut(_:modifiers:) (iOS 14)
    nonisolated public func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = .command) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/sensoryfeedback(_:trigger:) (iOS 17)
    nonisolated public func sensoryFeedback<T>(_ feedback: SensoryFeedback, trigger: T) -> some View where T: Equatable { self }
    /// https://developer.apple.com/documentation/swiftui/view/onsubmit(of:_:) (iOS 15)
    nonisolated public func onSubmit(of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/submitlabel(_:) (iOS 15)
    nonisolated public func submitLabel(_ submitLabel: SubmitLabel) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/textinputautocapitalization(_:) (iOS 15)
    nonisolated public func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/autocorrectiondisabled(_:) (iOS 13)
    nonisolated public func autocorrectionDisabled(_ disable: Bool = true) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/onchange(of:initial:_:) (iOS 17)
    nonisolated public func onChange<V>(of value: V, initial: Bool = false, _ action: @escaping (V, V) -> Void) -> some View where V: Equatable { self }
    /// https://developer.apple.com/documentation/swiftui/view/onappear(perform:) (iOS 13)
    nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/onopenurl(perform:) (iOS 14)
    nonisolated public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/task(priority:_:) (iOS 15)
    nonisolated public func task(priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/task(id:priority:_:) (iOS 15)
    nonisolated public func task<T>(id value: T, priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void) -> some View where T: Equatable { self }
    /// https://developer.apple.com/documentation/swiftui/view/focused(_:equals:) (iOS 15)
    nonisolated public func focused<Value>(_ binding: FocusState<Value>.Binding, equals value: Value) -> some View where Value: Hashable { self }
    /// https://developer.apple.com/documentation/swiftui/view/textcontenttype(_:) (iOS 13)
    nonisolated public func textContentType(_ textContentType: UITextContentType?) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/keyboardtype(_:) (iOS 13)
    nonisolated public func keyboardType(_ type: UIKeyboardType) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/accessibilitylabel(_:) (iOS 14)
    nonisolated public func accessibilityLabel(_ label: Text) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/accessibilityvalue(_:) (iOS 14)
    nonisolated public func accessibilityValue(_ valueDescription: Text) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/accessibilityhint(_:) (iOS 14)
    nonisolated public func accessibilityHint(_ hint: Text) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/accessibilityhidden(_:) (iOS 14)
    nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/accessibilityidentifier(_:) (iOS 14)
    nonisolated public func accessibilityIdentifier(_ identifier: String) -> some View { self }
}

extension View {
    /// https://developer.apple.com/documentation/swiftui/view/environment(_:_:) (iOS 13)
    nonisolated public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/preferredcolorscheme(_:) (iOS 13)
    nonisolated public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/id(_:) (iOS 13)
    nonisolated public func id<ID>(_ id: ID) -> some View where ID: Hashable { self }
    /// https://developer.apple.com/documentation/swiftui/view/pickerstyle(_:) (iOS 13)
    nonisolated public func pickerStyle<S>(_ style: S) -> some View where S: PickerStyle { self }
    /// https://developer.apple.com/documentation/swiftui/view/togglestyle(_:) (iOS 13)
    nonisolated public func toggleStyle<S>(_ style: S) -> some View where S: ToggleStyle { self }
    /// https://developer.apple.com/documentation/swiftui/view/textselection(_:) (iOS 15)
    nonisolated public func textSelection<S>(_ selectability: S) -> some View where S: TextSelectability { self }
    /// https://developer.apple.com/documentation/swiftui/view/interactivedismissdisabled(_:) (iOS 15)
    nonisolated public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/fileimporter(ispresented:allowedcontenttypes:oncompletion:) (iOS 14)
    nonisolated public func fileImporter(isPresented: Binding<Bool>, allowedContentTypes: [UTType], onCompletion: @escaping (Result<URL, any Error>) -> Void) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/fullscreencover(ispresented:ondismiss:content:) (iOS 14)
    nonisolated public func fullScreenCover<Content>(isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content) -> some View where Content: View { self }
    /// https://developer.apple.com/documentation/swiftui/view/tabviewstyle(_:) (iOS 14)
    nonisolated public func tabViewStyle<S>(_ style: S) -> some View where S: TabViewStyle { self }
    /// https://developer.apple.com/documentation/swiftui/view/tag(_:includeoptional:) (iOS 13)
    nonisolated public func tag<V>(_ tag: V, includeOptional: Bool = true) -> some View where V: Hashable { self }
    /// https://developer.apple.com/documentation/swiftui/view/containerbackground(_:for:) (iOS 17)
    nonisolated public func containerBackground<S>(_ style: S, for container: ContainerBackgroundPlacement) -> some View where S: ShapeStyle { self }
    /// https://developer.apple.com/documentation/swiftui/view/privacysensitive(_:) (iOS 15)
    nonisolated public func privacySensitive(_ sensitive: Bool = true) -> some View { self }
    /// https://developer.apple.com/documentation/swiftui/view/ignoressafearea(_:edges:) (iOS 14)
    nonisolated public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/textselectability (iOS 15)
public protocol TextSelectability { static var allowsSelection: Bool { get } }
/// https://developer.apple.com/documentation/swiftui/enabledtextselectability (iOS 15)
public struct EnabledTextSelectability: TextSelectability { public static let allowsSelection = true }
extension TextSelectability where Self == EnabledTextSelectability { public static var enabled: EnabledTextSelectability { EnabledTextSelectability() } }

/// https://developer.apple.com/documentation/swiftui/safearearegions (iOS 14)
public struct SafeAreaRegions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let all = SafeAreaRegions(rawValue: 1)
}

// MARK: - App

/// https://developer.apple.com/documentation/swiftui/scene (iOS 14)
@MainActor @preconcurrency public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}
extension Never: @preconcurrency Scene {}

/// https://developer.apple.com/documentation/swiftui/scenebuilder (iOS 14)
@resultBuilder public struct SceneBuilder {
    public static func buildExpression<Content>(_ content: Content) -> Content where Content: Scene { content }
    public static func buildBlock<Content>(_ content: Content) -> Content where Content: Scene { content }
}

/// https://developer.apple.com/documentation/swiftui/app (iOS 14)
@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
    @MainActor @preconcurrency init()
}
extension App {
    /// https://developer.apple.com/documentation/swiftui/app/main() (iOS 14)
    @MainActor @preconcurrency public static func main() {}
}

/// https://developer.apple.com/documentation/swiftui/windowgroup (iOS 14)
public struct WindowGroup<Content>: Scene where Content: View {
    public var body: Never { fatalError("no scene") }
    nonisolated public init(@ViewBuilder content: () -> Content) {}
}

/// https://developer.apple.com/documentation/swiftui/backgroundtask (iOS 16)
public struct BackgroundTask<Request, Response>: Sendable {
    /// https://developer.apple.com/documentation/swiftui/backgroundtask/apprefresh(_:) (iOS 16)
    public static func appRefresh(_ identifier: String) -> BackgroundTask<Void, Void> { BackgroundTask<Void, Void>() }
}

extension Scene {
    /// https://developer.apple.com/documentation/swiftui/scene/onchange(of:initial:_:) (iOS 17)
    nonisolated public func onChange<V>(of value: V, initial: Bool = false, _ action: @escaping (V, V) -> Void) -> some Scene where V: Equatable { self }
    /// https://developer.apple.com/documentation/swiftui/scene/backgroundtask(_:action:) (iOS 16)
    nonisolated public func backgroundTask<D, R>(_ task: BackgroundTask<D, R>, action: @escaping @Sendable (D) async -> R) -> some Scene where D: Sendable, R: Sendable { self }
}
