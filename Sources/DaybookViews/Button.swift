import DaybookCore

extension HTML {
    /// A button with a text.
    mutating func button(_ label: String, action: StaticString, class classes: StaticString = "button") {
        markup("<button type=\"button\" class=\"")
        markup(classes)
        markup("\" data-action=\"")
        markup(action)
        markup("\">")
        text(label)
        markup("</button>")
    }

    /// A button with an icon alone; `label` is its name.
    mutating func iconButton(
        _ label: String,
        icon name: StaticString,
        action: StaticString,
        class classes: StaticString = "icon-button",
        isPressed: Bool? = nil,
        opensMenu: Bool = false
    ) {
        markup("<button type=\"button\" class=\"")
        markup(classes)
        markup("\" data-action=\"")
        markup(action)
        markup("\"")
        attribute("aria-label", label)
        attribute("title", label)
        if let isPressed { attribute("aria-pressed", is: isPressed) }
        if opensMenu { markup(" aria-haspopup=\"menu\"") }
        markup(">")
        icon(name)
        markup("</button>")
    }

    /// An entry of a menu. `isChosen` makes it one of several of which one is chosen.
    mutating func menuItem(
        _ label: String,
        icon name: StaticString,
        action: StaticString,
        value: String = "",
        isDanger: Bool = false,
        isChosen: Bool? = nil
    ) {
        markup("<button type=\"button\" class=\"menu-item")
        if isDanger { markup(" is-danger") }
        markup("\" data-action=\"")
        markup(action)
        markup("\"")
        if let isChosen {
            markup(" role=\"menuitemradio\"")
            attribute("aria-checked", is: isChosen)
        } else {
            markup(" role=\"menuitem\"")
        }
        if !value.isEmpty { attribute("data-value", value) }
        markup(">")
        icon(name)
        text(label, in: "<span>", "</span></button>")
    }
}
