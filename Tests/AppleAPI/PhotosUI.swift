// swift-format-ignore-file
// The part of PhotosUI and CoreTransferable that the app uses.
@_exported import AppleFoundation
import SwiftUI

/// https://developer.apple.com/documentation/coretransferable/transferable (iOS 16)
public protocol Transferable {}
/// https://developer.apple.com/documentation/coretransferable/transferable (iOS 16): `Data` conforms to it.
extension Data: Transferable {}

/// https://developer.apple.com/documentation/photokit/photospickeritem (iOS 16)
public struct PhotosPickerItem: Equatable, Hashable, Sendable {
    /// https://developer.apple.com/documentation/photokit/photospickeritem/loadtransferable(type:) (iOS 16)
    public func loadTransferable<T>(type: T.Type) async throws -> T? where T: Transferable { nil }
    /// https://developer.apple.com/documentation/photokit/photospickeritem/encodingdisambiguationpolicy (iOS 16)
    public struct EncodingDisambiguationPolicy: Sendable { public static let automatic = EncodingDisambiguationPolicy() }
}

/// https://developer.apple.com/documentation/photokit/photospickerselectionbehavior (iOS 16)
public struct PhotosPickerSelectionBehavior: Sendable { public static let `default` = PhotosPickerSelectionBehavior() }

/// https://developer.apple.com/documentation/photokit/phpickerfilter-swift.struct (iOS 15)
public struct PHPickerFilter: Sendable { public static let images = PHPickerFilter() }

/// https://developer.apple.com/documentation/photokit/photospicker (iOS 16)
public struct PhotosPicker<Label>: View where Label: View {
    public var body: Never { fatalError("no view") }
}

extension PhotosPicker where Label == Text {
    /// https://developer.apple.com/documentation/photokit/photospicker/init(_:selection:maxselectioncount:selectionbehavior:matching:preferreditemencoding:) (iOS 16)
    nonisolated public init(_ titleKey: LocalizedStringKey, selection: Binding<[PhotosPickerItem]>, maxSelectionCount: Int? = nil, selectionBehavior: PhotosPickerSelectionBehavior = .default, matching filter: PHPickerFilter? = nil, preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic) {}
}
