import DaybookCore

/// Writes HTML as UTF-8. Markup is a literal in the source; everything else is text and is escaped.
///
/// A `String` cannot be written as markup, so typed text never becomes markup.
///
/// Views call these functions in thousands of places, so none is compiled into its callers (`@inline(never)`).
public struct HTML {
    /// The written bytes.
    public private(set) var bytes: [UInt8] = []
    /// The texts of the written figures, each after a separator.
    private(set) var figures: [UInt8] = []
    /// The actions of the written elements, by their places.
    var intents: [Intent] = []
    /// How many drawings were sent.
    var drawings: Int64 = 0

    /// A writer with room for this many bytes.
    public init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// Begins the next part. The room stays.
    mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
        figures.removeAll(keepingCapacity: true)
        intents.removeAll(keepingCapacity: true)
    }

    /// Markup, known when compiling.
    @inline(never)
    public mutating func markup(_ markup: StaticString) {
        bytes.append(ascii: markup)
    }

    /// A text between tags, or in an attribute's double quotes.
    @inline(never)
    public mutating func text(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            // Most texts go in one piece.
            var start = 0
            for place in utf8.indices where utf8[place] <= UInt8(ascii: ">") {
                let written: StaticString
                switch utf8[place] {
                case UInt8(ascii: "&"): written = "&amp;"
                case UInt8(ascii: "<"): written = "&lt;"
                case UInt8(ascii: ">"): written = "&gt;"
                case UInt8(ascii: "\""): written = "&quot;"
                case UInt8(ascii: "'"): written = "&#39;"
                case 0x09, 0x0A, 0x20...: continue
                // Control characters mean nothing in HTML, and the border to the host uses one of them.
                default: written = ""
                }
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<place]))
                bytes.append(ascii: written)
                start = place + 1
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
        }
    }

    /// A number between tags or in an attribute.
    @inline(never)
    public mutating func number(_ number: Int) {
        bytes.appendDecimal(Int64(number))
    }

    /// A figure: an element of a region whose text can change alone. The text is beside the HTML, so that another number
    /// is no other drawing of the region. `open` has the attribute `data-figure`.
    @inline(never)
    mutating func figure(_ number: Int, in open: StaticString, _ close: StaticString) {
        figures.append(Message.separator)
        figures.appendDecimal(Int64(number))
        markup(open)
        markup(close)
    }

    /// A figure with a text of Daybook's, which is no HTML.
    @inline(never)
    mutating func figure(_ text: String, in open: StaticString, _ close: StaticString) {
        figures.append(Message.separator)
        figures.append(contentsOf: text.utf8)
        markup(open)
        markup(close)
    }

    /// The value of an `<input>` as its figure, so that a typed letter is no other drawing of the region.
    @inline(never)
    mutating func value(typed text: String) {
        figures.append(Message.separator)
        // A field of one line has no control characters, and the border to the host uses one of them.
        for byte in text.bytes where byte >= 0x20 { figures.append(byte) }
        markup(" data-figure")
    }

    /// An id between tags or in an attribute.
    public mutating func id(_ id: Todo.ID) {
        self.id(id.uuid)
    }

    /// An id between tags or in an attribute.
    @inline(never)
    public mutating func id(_ id: UUID) {
        id.write(to: &bytes)
    }

    /// ` name="value"` with the value escaped.
    @inline(never)
    public mutating func attribute(_ name: StaticString, _ value: String) {
        bytes.append(UInt8(ascii: " "))
        bytes.append(ascii: name)
        bytes.append(ascii: "=\"")
        text(value)
        bytes.append(UInt8(ascii: "\""))
    }

    /// ` name` when `condition` is true.
    @inline(never)
    public mutating func attribute(_ name: StaticString, if isSet: Bool) {
        guard isSet else { return }
        bytes.append(UInt8(ascii: " "))
        bytes.append(ascii: name)
    }

    /// ` name="true"` or ` name="false"`.
    @inline(never)
    public mutating func attribute(_ name: StaticString, is value: Bool) {
        bytes.append(UInt8(ascii: " "))
        bytes.append(ascii: name)
        bytes.append(ascii: value ? "=\"true\"" : "=\"false\"")
    }

    /// ` data-press="7"`: the action of using the element in this way.
    @inline(never)
    mutating func on(_ trigger: Trigger, _ intent: consuming Intent) {
        bytes.append(UInt8(ascii: " "))
        bytes.append(ascii: trigger.attribute)
        reference(intent)
    }

    /// ` value="7"`: the action of making this choice.
    @inline(never)
    mutating func value(_ intent: consuming Intent) {
        bytes.append(ascii: " value")
        reference(intent)
    }

    private mutating func reference(_ intent: consuming Intent) {
        bytes.append(ascii: "=\"")
        number(intents.count)
        bytes.append(UInt8(ascii: "\""))
        intents.append(intent)
    }

    /// A text wrapped in markup.
    @inline(never)
    public mutating func text(_ text: String, in open: StaticString, _ close: StaticString) {
        markup(open)
        self.text(text)
        markup(close)
    }

    /// A drawing of the sprite that means something by itself, with its name for screen readers.
    @inline(never)
    mutating func icon(_ name: StaticString, named label: String) {
        markup("<svg class=\"icon\" role=\"img\"")
        attribute("aria-label", label)
        markup("><use href=\"#")
        markup(name)
        markup("\"></use></svg>")
    }

    /// A drawing of the sprite, hidden from screen readers.
    @inline(never)
    public mutating func icon(_ name: StaticString) {
        markup("<svg class=\"icon\" aria-hidden=\"true\"><use href=\"#")
        markup(name)
        markup("\"></use></svg>")
    }
}
