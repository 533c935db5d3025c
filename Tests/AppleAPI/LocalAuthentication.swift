// swift-format-ignore-file
// The part of LocalAuthentication that the app uses.
@_exported import AppleFoundation

/// https://developer.apple.com/documentation/localauthentication/lapolicy (iOS 8)
public enum LAPolicy: Int, Sendable {
    /// https://developer.apple.com/documentation/localauthentication/lapolicy/deviceownerauthentication (iOS 9)
    case deviceOwnerAuthentication
}

/// https://developer.apple.com/documentation/localauthentication/lacontext (iOS 8)
open class LAContext: NSObject {
    /// https://developer.apple.com/documentation/localauthentication/lacontext/canevaluatepolicy(_:error:) (iOS 8)
    open func canEvaluatePolicy(_ policy: LAPolicy, error: UnsafeMutablePointer<NSError?>?) -> Bool { false }
    /// https://developer.apple.com/documentation/localauthentication/lacontext/evaluatepolicy(_:localizedreason:reply:) (iOS 8)
    open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool { false }
}
