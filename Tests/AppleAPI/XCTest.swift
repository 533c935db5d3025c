// swift-format-ignore-file
// The part of XCTest and XCUIAutomation that the tests by touch use.
@_exported import AppleFoundation

/// https://developer.apple.com/documentation/xctest/xctest (Xcode 6)
open class XCTest: NSObject {
    /// https://developer.apple.com/documentation/xctest/xctest/setup() (Xcode 13)
    open func setUp() async throws {}
}

/// https://developer.apple.com/documentation/xctest/xctestcase (Xcode 5)
open class XCTestCase: XCTest {
    /// https://developer.apple.com/documentation/xctest/xctestcase/continueafterfailure (Xcode 5)
    open var continueAfterFailure = true
    /// https://developer.apple.com/documentation/xctest/xctestcase/add(_:) (Xcode 9)
    open func add(_ attachment: XCTAttachment) {}
}

/// https://developer.apple.com/documentation/xctest/xctattachment (Xcode 9)
open class XCTAttachment: NSObject {
    /// https://developer.apple.com/documentation/xctest/xctattachment/init(screenshot:) (Xcode 9)
    @MainActor public convenience init(screenshot: XCUIScreenshot) { self.init() }
    /// https://developer.apple.com/documentation/xctest/xctattachment/name (Xcode 9)
    open var name: String?
    /// https://developer.apple.com/documentation/xctest/xctattachment/lifetime-swift.enum (Xcode 9)
    public enum Lifetime: Int, Sendable { case keepAlways, deleteOnSuccess }
    /// https://developer.apple.com/documentation/xctest/xctattachment/lifetime-swift.property (Xcode 9)
    open var lifetime = Lifetime.deleteOnSuccess
}

/// https://developer.apple.com/documentation/xctest/xctasserttrue(_:_:file:line:) (Xcode 5)
public func XCTAssertTrue(_ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
/// https://developer.apple.com/documentation/xctest/xctassertfalse(_:_:file:line:) (Xcode 5)
public func XCTAssertFalse(_ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
/// https://developer.apple.com/documentation/xctest/xctassertequal(_:_:_:file:line:) (Xcode 5)
public func XCTAssertEqual<T>(_ expression1: @autoclosure () throws -> T, _ expression2: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) where T: Equatable {}

/// https://developer.apple.com/documentation/xcuiautomation/xcuiscreenshot (Xcode 9)
@MainActor open class XCUIScreenshot: NSObject {}

/// https://developer.apple.com/documentation/xcuiautomation/xcuiscreenshotproviding (Xcode 9)
@MainActor public protocol XCUIScreenshotProviding: NSObjectProtocol {
    /// https://developer.apple.com/documentation/xcuiautomation/xcuiscreenshotproviding/screenshot() (Xcode 9)
    func screenshot() -> XCUIScreenshot
}

/// https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider (Xcode 7)
@MainActor public protocol XCUIElementTypeQueryProvider {
    /// https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider/alerts (Xcode 7)
    var alerts: XCUIElementQuery { get }
    /// https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider/buttons (Xcode 7)
    var buttons: XCUIElementQuery { get }
    /// https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider/links (Xcode 7)
    var links: XCUIElementQuery { get }
    /// https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider/navigationbars (Xcode 7)
    var navigationBars: XCUIElementQuery { get }
    /// https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider/securetextfields (Xcode 7)
    var secureTextFields: XCUIElementQuery { get }
    /// https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider/statictexts (Xcode 7)
    var staticTexts: XCUIElementQuery { get }
    /// https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider/textfields (Xcode 7)
    var textFields: XCUIElementQuery { get }
    /// https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider/textviews (Xcode 7)
    var textViews: XCUIElementQuery { get }
    /// https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider/firstmatch (Xcode 9)
    var firstMatch: XCUIElement { get }
}

/// https://developer.apple.com/documentation/xcuiautomation/xcuielementattributes (Xcode 7)
@MainActor public protocol XCUIElementAttributes {
    /// https://developer.apple.com/documentation/xcuiautomation/xcuielementattributes/value (Xcode 7)
    var value: Any? { get }
    /// https://developer.apple.com/documentation/xcuiautomation/xcuielementattributes/isenabled (Xcode 7)
    var isEnabled: Bool { get }
}

/// https://developer.apple.com/documentation/xcuiautomation/xcuielement (Xcode 7)
@MainActor open class XCUIElement: NSObject, XCUIElementTypeQueryProvider, XCUIElementAttributes, XCUIScreenshotProviding {
    /// https://developer.apple.com/documentation/xcuiautomation/xcuielement/elementtype (Xcode 7)
    public enum ElementType: UInt, Sendable { case any }
    open var alerts: XCUIElementQuery { fatalError("type-checking alone") }
    open var buttons: XCUIElementQuery { fatalError("type-checking alone") }
    open var links: XCUIElementQuery { fatalError("type-checking alone") }
    open var navigationBars: XCUIElementQuery { fatalError("type-checking alone") }
    open var secureTextFields: XCUIElementQuery { fatalError("type-checking alone") }
    open var staticTexts: XCUIElementQuery { fatalError("type-checking alone") }
    open var textFields: XCUIElementQuery { fatalError("type-checking alone") }
    open var textViews: XCUIElementQuery { fatalError("type-checking alone") }
    open var firstMatch: XCUIElement { self }
    open var value: Any? { nil }
    open var isEnabled: Bool { true }
    open func screenshot() -> XCUIScreenshot { fatalError("type-checking alone") }
    /// https://developer.apple.com/documentation/xcuiautomation/xcuielement/exists (Xcode 7)
    open var exists: Bool { false }
    /// https://developer.apple.com/documentation/xcuiautomation/xcuielement/waitforexistence(timeout:) (Xcode 9)
    open func waitForExistence(timeout: TimeInterval) -> Bool { false }
    /// https://developer.apple.com/documentation/xcuiautomation/xcuielement/waitfornonexistence(withtimeout:) (Xcode 16)
    open func waitForNonExistence(withTimeout timeout: TimeInterval) -> Bool { false }
    /// https://developer.apple.com/documentation/xcuiautomation/xcuielement/descendants(matching:) (Xcode 7)
    open func descendants(matching type: XCUIElement.ElementType) -> XCUIElementQuery { fatalError("type-checking alone") }
    /// https://developer.apple.com/documentation/xcuiautomation/xcuielement/tap() (Xcode 7)
    open func tap() {}
    /// https://developer.apple.com/documentation/xcuiautomation/xcuielement/press(forduration:) (Xcode 7)
    open func press(forDuration duration: TimeInterval) {}
    /// https://developer.apple.com/documentation/xcuiautomation/xcuielement/swipeleft() (Xcode 7)
    open func swipeLeft() {}
    /// https://developer.apple.com/documentation/xcuiautomation/xcuielement/swiperight() (Xcode 7)
    open func swipeRight() {}
    /// https://developer.apple.com/documentation/xcuiautomation/xcuielement/swipeup() (Xcode 7)
    open func swipeUp() {}
    /// https://developer.apple.com/documentation/xcuiautomation/xcuielement/typetext(_:) (Xcode 7)
    open func typeText(_ text: String) {}
}

/// https://developer.apple.com/documentation/xcuiautomation/xcuielementquery (Xcode 7)
@MainActor open class XCUIElementQuery: NSObject {
    /// https://developer.apple.com/documentation/xcuiautomation/xcuielementquery/subscript(_:) (Xcode 7)
    open subscript(key: String) -> XCUIElement { fatalError("type-checking alone") }
    /// https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider/firstmatch (Xcode 9)
    open var firstMatch: XCUIElement { fatalError("type-checking alone") }
    /// https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider/buttons (Xcode 7)
    open var buttons: XCUIElementQuery { self }
    /// https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider/statictexts (Xcode 7)
    open var staticTexts: XCUIElementQuery { self }
}

/// https://developer.apple.com/documentation/xcuiautomation/xcuiapplication (Xcode 7)
@MainActor open class XCUIApplication: XCUIElement {
    /// https://developer.apple.com/documentation/xcuiautomation/xcuiapplication/init() (Xcode 7)
    @MainActor public override init() {}
    /// https://developer.apple.com/documentation/xcuiautomation/xcuiapplication/launch() (Xcode 7)
    open func launch() {}
    /// https://developer.apple.com/documentation/xcuiautomation/xcuiapplication/terminate() (Xcode 7)
    open func terminate() {}
}
