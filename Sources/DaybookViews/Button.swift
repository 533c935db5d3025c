import DaybookCore

extension HTML {
    /// A button with a text.
    @inline(never)
    mutating func button(
        _ label: String,
        _ intent: consuming Intent,
        class classes: StaticString = "button",
        id: StaticString? = nil
    ) {
        openButton(classes, intent)
        if let id {
            markup(" id=\"")
            markup(id)
            markup("\"")
        }
        text(label, in: ">", "</button>")
    }

    /// The start tag of a button, up to where more attributes may follow.
    @inline(never)
    mutating func openButton(_ classes: StaticString, _ intent: consuming Intent) {
        markup("<button type=\"button\" class=\"")
        markup(classes)
        markup("\"")
        on(.press, intent)
    }

    /// A button with an icon alone; `label` is its name.
    @inline(never)
    mutating func iconButton(
        _ label: String,
        icon name: StaticString,
        _ intent: consuming Intent,
        class classes: StaticString = "icon-button",
        isPressed: Bool? = nil,
        opensMenu: Bool = false
    ) {
        openButton(classes, intent)
        attribute("aria-label", label)
        attribute("title", label)
        if let isPressed { attribute("aria-pressed", is: isPressed) }
        if opensMenu { markup(" aria-haspopup=\"menu\"") }
        markup(">")
        icon(name)
        markup("</button>")
    }

    /// An entry of a menu. `isChosen` makes it one of several choices, `isChecked` a switch that is on or off.
    @inline(never)
    mutating func menuItem(
        _ label: String,
        icon name: StaticString,
        _ intent: consuming Intent,
        isDanger: Bool = false,
        isChosen: Bool? = nil,
        isChecked: Bool? = nil
    ) {
        openButton(isDanger ? "menu-item is-danger" : "menu-item", intent)
        if let isOn = isChosen ?? isChecked {
            markup(isChosen == nil ? " role=\"menuitemcheckbox\"" : " role=\"menuitemradio\"")
            attribute("aria-checked", is: isOn)
        } else {
            markup(" role=\"menuitem\"")
        }
        markup(">")
        icon(name)
        text(label, in: "<span>", "</span></button>")
    }

    /// An entry of a `<select data-choose>`, with the action of choosing it.
    @inline(never)
    mutating func option(_ label: String, _ intent: consuming Intent, isChosen: Bool, key: String) {
        markup("<option")
        value(intent)
        attribute("data-key", key)
        attribute("selected", if: isChosen)
        text(label, in: ">", "</option>")
    }
}
