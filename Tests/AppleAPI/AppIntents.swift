// swift-format-ignore-file
// The part of AppIntents that the app and its widget use.
@_exported import AppleFoundation
import SwiftUI

/// https://developer.apple.com/documentation/appintents/persistentlyidentifiable (iOS 16)
public protocol PersistentlyIdentifiable {}

/// https://developer.apple.com/documentation/appintents/appintent (iOS 16)
public protocol AppIntent: PersistentlyIdentifiable, Sendable {
    /// https://developer.apple.com/documentation/appintents/appintent/performresult (iOS 16)
    associatedtype PerformResult: IntentResult
    /// https://developer.apple.com/documentation/appintents/appintent/title (iOS 16)
    static var title: LocalizedStringResource { get }
    /// https://developer.apple.com/documentation/appintents/appintent/authenticationpolicy (iOS 16)
    static var authenticationPolicy: IntentAuthenticationPolicy { get }
    /// https://developer.apple.com/documentation/appintents/appintent/isdiscoverable (iOS 17)
    static var isDiscoverable: Bool { get }
    /// https://developer.apple.com/documentation/appintents/appintent/init() (iOS 16)
    init()
    /// https://developer.apple.com/documentation/appintents/appintent/perform() (iOS 16)
    func perform() async throws -> Self.PerformResult
}
extension AppIntent {
    public static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }
    public static var isDiscoverable: Bool { true }
    /// https://developer.apple.com/documentation/appintents/appintent/parameter (iOS 16)
    public typealias Parameter = IntentParameter
}

/// https://developer.apple.com/documentation/appintents/intentauthenticationpolicy (iOS 16)
public enum IntentAuthenticationPolicy: Sendable { case alwaysAllowed, requiresAuthentication, requiresLocalDeviceAuthentication }

/// The values of parameters and results: https://developer.apple.com/documentation/appintents/intentparameter (iOS 16)
public protocol _IntentValue { associatedtype ValueType; associatedtype UnwrappedType = ValueType }
extension String: _IntentValue { public typealias ValueType = String }
extension Array: _IntentValue where Element: _IntentValue { public typealias ValueType = Element.ValueType }
extension Never: _IntentValue { public typealias ValueType = Never }

/// https://developer.apple.com/documentation/appintents/intentparameter (iOS 16)
@propertyWrapper public final class IntentParameter<Value>: @unchecked Sendable where Value: _IntentValue, Value: Sendable {
    init(_ unused: Void) {}
    public var wrappedValue: Value { get { fatalError("type-checking alone") } set {} }
}
extension IntentParameter where Value.ValueType == String {
    /// https://developer.apple.com/documentation/appintents/intentparameter/init(title:description:default:inputoptions:requestvaluedialog:inputconnectionbehavior:) (iOS 16)
    public convenience init(title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value.UnwrappedType? = nil, inputOptions: String.IntentInputOptions? = nil, requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default) { self.init(()) }
}
extension IntentParameter where Value.ValueType: AppEntity {
    /// https://developer.apple.com/documentation/appintents/intentparameter/init(title:description:default:requestvaluedialog:requestdisambiguationdialog:inputconnectionbehavior:)-90j68 (iOS 18)
    public convenience init(title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value.UnwrappedType? = nil, requestValueDialog: IntentDialog? = nil, requestDisambiguationDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default) { self.init(()) }
}
extension String {
    /// https://developer.apple.com/documentation/swift/string/intentinputoptions (iOS 16)
    public struct IntentInputOptions: Sendable {}
}
/// https://developer.apple.com/documentation/appintents/inputconnectionbehavior (iOS 16)
public enum InputConnectionBehavior: Sendable { case `default`, never, connectToPreviousIntentResult }

/// https://developer.apple.com/documentation/appintents/intentdialog (iOS 16)
public struct IntentDialog: ExpressibleByStringInterpolation, Sendable {
    public init(stringLiteral value: String) {}
}

/// https://developer.apple.com/documentation/appintents/intentresult (iOS 16)
public protocol IntentResult: Sendable {
    /// https://developer.apple.com/documentation/appintents/intentresult/dialog (iOS 16)
    associatedtype Dialog = Never
}
/// https://developer.apple.com/documentation/appintents/providesdialog (iOS 16)
public protocol ProvidesDialog: IntentResult where Dialog == IntentDialog {}
/// https://developer.apple.com/documentation/appintents/returnsvalue (iOS 16)
public protocol ReturnsValue<Value>: IntentResult { associatedtype Value }

/// https://developer.apple.com/documentation/appintents/intentresultcontainer (iOS 16)
public struct IntentResultContainer<Value, OpensAppIntent, View, Dialog>: IntentResult, @unchecked Sendable {}
extension IntentResultContainer: ProvidesDialog where Dialog == IntentDialog {}
extension IntentResultContainer: ReturnsValue where Value: _IntentValue {}
extension IntentResult {
    /// https://developer.apple.com/documentation/appintents/intentresult/result() (iOS 16)
    public static func result() -> Self where Self == IntentResultContainer<Never, Never, Never, Never> { IntentResultContainer() }
    /// https://developer.apple.com/documentation/appintents/intentresult/result(dialog:) (iOS 16)
    public static func result(dialog: IntentDialog) -> Self where Self == IntentResultContainer<Never, Never, Never, IntentDialog> { IntentResultContainer() }
    /// https://developer.apple.com/documentation/appintents/intentresult/result(value:dialog:) (iOS 16)
    public static func result<Value>(value: Value, dialog: IntentDialog) -> Self where Self == IntentResultContainer<Value, Never, Never, IntentDialog>, Value: _IntentValue { IntentResultContainer() }
}

/// https://developer.apple.com/documentation/appintents/typedisplayrepresentation (iOS 16)
public struct TypeDisplayRepresentation: ExpressibleByStringLiteral, Sendable {
    public init(stringLiteral value: String) {}
}
/// https://developer.apple.com/documentation/appintents/displayrepresentation (iOS 16)
public struct DisplayRepresentation: Sendable {
    /// https://developer.apple.com/documentation/appintents/displayrepresentation/init(title:subtitle:image:) (iOS 16)
    public init(title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil, image: DisplayRepresentation.Image? = nil) {}
    /// https://developer.apple.com/documentation/appintents/displayrepresentation/image-swift.struct (iOS 16)
    public struct Image: Sendable {}
}

/// https://developer.apple.com/documentation/appintents/typedisplayrepresentable (iOS 16)
public protocol TypeDisplayRepresentable {
    /// https://developer.apple.com/documentation/appintents/typedisplayrepresentable/typedisplayrepresentation (iOS 16)
    static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
}
/// https://developer.apple.com/documentation/appintents/instancedisplayrepresentable (iOS 16)
public protocol InstanceDisplayRepresentable: CustomLocalizedStringResourceConvertible {
    /// https://developer.apple.com/documentation/appintents/instancedisplayrepresentable/displayrepresentation (iOS 16)
    var displayRepresentation: DisplayRepresentation { get }
}
extension InstanceDisplayRepresentable { public var localizedStringResource: LocalizedStringResource { "" } }
/// https://developer.apple.com/documentation/appintents/displayrepresentable (iOS 16)
public protocol DisplayRepresentable: InstanceDisplayRepresentable, TypeDisplayRepresentable {}
/// https://developer.apple.com/documentation/appintents/entityidentifierconvertible (iOS 16)
public protocol EntityIdentifierConvertible {}
extension String: EntityIdentifierConvertible {}
/// https://developer.apple.com/documentation/appintents/appvalue (iOS 16)
public protocol AppValue: _IntentValue, PersistentlyIdentifiable, TypeDisplayRepresentable, Sendable {}

/// https://developer.apple.com/documentation/appintents/appentity (iOS 16)
public protocol AppEntity: AppValue, DisplayRepresentable, Identifiable where Self == Self.ValueType, Self.ID: EntityIdentifierConvertible, Self.ID: Sendable {
    /// https://developer.apple.com/documentation/appintents/appentity/defaultquery-swift.associatedtype (iOS 16)
    associatedtype DefaultQuery: EntityQuery where Self == Self.DefaultQuery.Entity
    /// https://developer.apple.com/documentation/appintents/appentity/defaultquery-swift.type.property (iOS 16)
    static var defaultQuery: Self.DefaultQuery { get }
}
extension AppEntity { public typealias ValueType = Self }

/// https://developer.apple.com/documentation/appintents/entityquery (iOS 16)
public protocol EntityQuery: PersistentlyIdentifiable, Sendable {
    associatedtype Entity: AppEntity
    associatedtype Result = [Entity]
    init()
    /// https://developer.apple.com/documentation/appintents/entityquery/entities(for:) (iOS 16)
    func entities(for identifiers: [Self.Entity.ID]) async throws -> [Self.Entity]
    /// https://developer.apple.com/documentation/appintents/entityquery/suggestedentities() (iOS 16)
    func suggestedEntities() async throws -> Self.Result
}
/// https://developer.apple.com/documentation/appintents/entitystringquery (iOS 16)
public protocol EntityStringQuery: EntityQuery {
    /// https://developer.apple.com/documentation/appintents/entitystringquery/entities(matching:) (iOS 16)
    func entities(matching string: String) async throws -> Self.Result
}

/// https://developer.apple.com/documentation/appintents/appshortcutsprovider (iOS 16)
public protocol AppShortcutsProvider: Sendable {
    /// https://developer.apple.com/documentation/appintents/appshortcutsprovider/appshortcuts (iOS 16)
    @AppShortcutsBuilder static var appShortcuts: [AppShortcut] { get }
}
/// https://developer.apple.com/documentation/appintents/appshortcutsbuilder (iOS 16)
@resultBuilder public enum AppShortcutsBuilder {
    public static func buildBlock(_ components: AppShortcut...) -> [AppShortcut] { components }
    public static func buildExpression(_ expression: AppShortcut) -> AppShortcut { expression }
}
/// https://developer.apple.com/documentation/appintents/appshortcut (iOS 16)
public struct AppShortcut {
    /// https://developer.apple.com/documentation/appintents/appshortcut/init(intent:phrases:shorttitle:systemimagename:)-8yntq (iOS 17)
    public init<Intent>(intent: Intent, phrases: [AppShortcutPhrase<Intent>], shortTitle: LocalizedStringResource, systemImageName: String) where Intent: AppIntent {}
}
/// https://developer.apple.com/documentation/appintents/appshortcutphrase (iOS 16)
public struct AppShortcutPhrase<Intent>: ExpressibleByStringInterpolation where Intent: AppIntent {
    public init(stringLiteral value: String) {}
    public init(stringInterpolation: StringInterpolation) {}
    public struct StringInterpolation: StringInterpolationProtocol {
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) {}
        public mutating func appendInterpolation(_ token: AppShortcutPhraseToken) {}
    }
}
/// https://developer.apple.com/documentation/appintents/appshortcutphrasetoken (iOS 16)
public enum AppShortcutPhraseToken { case applicationName }

extension Button {
    /// https://developer.apple.com/documentation/swiftui/button/init(intent:label:) (iOS 17)
    nonisolated public init<I>(intent: I, @ViewBuilder label: () -> Label) where I: AppIntent { fatalError("type-checking alone") }
}
