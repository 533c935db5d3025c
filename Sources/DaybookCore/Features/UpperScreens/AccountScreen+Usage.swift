extension AccountScreen {
    /// The part of each bound that the account uses, as `GET /api/v1/account` reports it.
    public struct Usage: Equatable, Sendable {
        /// A part of a bound.
        public struct Part: Equatable, Sendable {
            /// The amount that is used.
            public let used: Int64
            /// The bound; nil where there is no bound.
            public let maximum: Int64?

            /// A part by its numbers.
            public init(used: Int64, maximum: Int64?) {
                self.used = used
                self.maximum = maximum
            }

            /// Whether nine tenths are used.
            var isNearlyAll: Bool { maximum.map { used >= $0 - $0 / 10 } ?? false }
        }

        /// All records: to-dos, notes and other kinds, with the tombstones of deleted records.
        public let records: Part
        /// Bytes of the records and of their history.
        public let bytes: Part
        /// Photos and their previews.
        public let photos: Part
        /// Bytes of the photos.
        public let photoBytes: Part

        /// Whether one of the bounds is nearly reached.
        public var isNearlyFull: Bool {
            records.isNearlyAll || bytes.isNearlyAll || photos.isNearlyAll || photoBytes.isNearlyAll
        }
    }
}

extension AccountScreen.Usage {
    /// Reads the member `usage`. Nil when a part is missing, as it is when an older server answers.
    init?(json: JSON?) {
        guard let records = Part(json: json?["accountRecords"]), let bytes = Part(json: json?["accountBytes"]),
            let photos = Part(json: json?["accountPhotos"]), let photoBytes = Part(json: json?["accountPhotoBytes"])
        else { return nil }
        self.init(records: records, bytes: bytes, photos: photos, photoBytes: photoBytes)
    }
}

extension AccountScreen.Usage.Part {
    fileprivate init?(json: JSON?) {
        guard let used = json?["used"]?.integerValue else { return nil }
        self.init(used: used, maximum: json?["maximum"]?.integerValue)
    }
}
