extension Record {
    /// A kind of records. A kind that this version does not know is kept and passed on.
    ///
    /// It has a pointer's room, because records are copied and compared everywhere, and reads nothing beyond it when it is known.
    public struct Kind: Hashable, Sendable {
        private enum Name: Sendable {
            case todo, note, photo, setting
            indirect case other(String)
        }

        private let value: Name

        private init(_ value: Name) {
            self.value = value
        }

        /// A kind by its name.
        @inline(never)
        public init(_ name: String) {
            switch name {
            case "todo": value = .todo
            case "note": value = .note
            case "photo": value = .photo
            case "setting": value = .setting
            default: value = .other(name)
            }
        }

        /// The name in the sync call.
        @inline(never)
        public var name: String {
            switch value {
            case .todo: "todo"
            case .note: "note"
            case .photo: "photo"
            case .setting: "setting"
            case .other(let name): name
            }
        }

        /// A to-do.
        public static var todo: Kind { Kind(.todo) }
        /// A note.
        public static var note: Kind { Kind(.note) }
        /// A photo of a note.
        public static var photo: Kind { Kind(.photo) }
        /// A choice of the account.
        public static var setting: Kind { Kind(.setting) }

        /// Whether the names have the same bytes.
        @inline(never)
        public static func == (kind: Kind, other: Kind) -> Bool {
            switch (kind.value, other.value) {
            case (.todo, .todo), (.note, .note), (.photo, .photo), (.setting, .setting): true
            case (.other(let name), .other(let other)): name.isSame(as: other)
            default: false
            }
        }

        /// Hashes the bytes of a name, since `String` hashes its normalised form.
        @inline(never)
        public func hash(into hasher: inout Hasher) {
            switch value {
            case .todo: hasher.combine(UInt8(0))
            case .note: hasher.combine(UInt8(1))
            case .photo: hasher.combine(UInt8(2))
            case .setting: hasher.combine(UInt8(3))
            case .other(let name): for byte in name.bytes { hasher.combine(byte) }
            }
        }
    }
}
