import DaybookCore

/// Pictures as references for the host, which finds their bytes by their hash, on this device or on the server.
enum PhotoView {
    /// The small picture, or the photo if there is no small one. It has no text, because its parent has a name.
    static func thumbnail(_ photo: Photo, class name: StaticString? = nil, to html: inout HTML) {
        html.markup("<img alt=\"\"")
        if let name {
            html.markup(" class=\"")
            html.markup(name)
            html.markup("\"")
        }
        html.attribute("data-photo", (photo.thumbnail ?? photo.sha256).description)
        if photo.thumbnail != nil { html.attribute("data-fallback", photo.sha256.description) }
        html.markup(">")
    }

    /// The photo whole.
    static func whole(_ photo: Photo, name: String, to html: inout HTML) {
        html.markup("<img")
        html.attribute("alt", name)
        html.attribute("data-photo", photo.sha256.description)
        if let thumbnail = photo.thumbnail { html.attribute("data-fallback", thumbnail.description) }
        html.markup(">")
    }
}

/// Photos that fill the screen, one beside the other.
struct GalleryView {
    var photos: [Photo]
    var place: Int

    func write(to html: inout HTML) {
        html.markup("<dialog class=\"gallery\" data-modal data-gallery data-key=\"gallery\"")
        html.on(.dismiss, .home(.note(.galleryClosed)))
        html.on(.turn, .number { .home(.note(.gallerySwiped(to: $0 ?? 0))) })
        html.markup(" data-at=\"")
        html.number(place)
        html.markup("\"")
        html.attribute("aria-label", Labels.photos)
        html.markup("><div class=\"gallery-bar\"><span class=\"gallery-count\" aria-hidden=\"true\">")
        html.number(place + 1)
        html.markup(" / ")
        html.number(photos.count)
        html.markup("</span>")
        html.iconButton(Labels.close, icon: "i-close", .home(.note(.galleryClosed)))
        html.markup("</div><div class=\"gallery-track\">")
        for (index, photo) in photos.enumerated() {
            html.markup("<div class=\"gallery-slide\" data-slide data-key=\"")
            html.id(photo.id.uuid)
            html.markup("\">")
            PhotoView.whole(photo, name: Texts.photoOf(index + 1, photos.count), to: &html)
            html.markup("</div>")
        }
        html.markup("</div>")
        if photos.count > 1 {
            step(Labels.previousPhoto, "is-previous", "i-back", -1, to: &html)
            step(Labels.nextPhoto, "is-next", "i-forward", 1, to: &html)
        }
        html.markup("</dialog>")
    }

    private func step(
        _ label: String,
        _ name: StaticString,
        _ icon: StaticString,
        _ by: Int,
        to html: inout HTML
    ) {
        html.markup("<button type=\"button\" class=\"icon-button gallery-step ")
        html.markup(name)
        html.markup("\" data-step=\"")
        html.number(by)
        html.markup("\"")
        html.attribute("aria-label", label)
        html.markup(">")
        html.icon(icon)
        html.markup("</button>")
    }
}
