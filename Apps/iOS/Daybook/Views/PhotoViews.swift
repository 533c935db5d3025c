import DaybookCore
import DaybookPhone
import SwiftUI
import UIKit

/// The photos of a note, one to a screen (N3).
struct GalleryView: View {
    var phone: PhoneApp
    var photos: [Photo]
    var shown: Photo.ID?

    var body: some View {
        NavigationStack {
            TabView(selection: place) {
                ForEach(photos.indices, id: \.self) { place in
                    PhotoView(phone: phone, photo: photos[place], isThumbnail: false)
                        .accessibilityLabel(Text(verbatim: Texts.photoOf(place + 1, photos.count)))
                        .tag(place)
                }
            }
            .tabViewStyle(.page)
            .navigationTitle("Photos")
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button("Close") { phone.send(.note(.galleryClosed)) }
                }
            }
        }
    }

    private var place: Binding<Int> {
        Binding(
            get: { photos.firstIndex { $0.id == shown } ?? 0 },
            set: { phone.send(.note(.gallerySwiped(to: $0))) }
        )
    }
}

/// A photo, from this device or from the server.
struct PhotoView: View {
    var phone: PhoneApp
    var photo: Photo
    var isThumbnail: Bool
    @State private var image: UIImage?

    var body: some View {
        Group {
            if let image {
                Image(uiImage: image).resizable().scaledToFit()
            } else {
                ProgressView()
            }
        }
        .accessibilityLabel(Text("Photo"))
        .task(id: photo.sha256.description) {
            let digest = isThumbnail ? photo.thumbnail ?? photo.sha256 : photo.sha256
            image = await phone.photo(digest).flatMap { UIImage(data: Data($0)) }
        }
    }
}
