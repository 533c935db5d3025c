extension Note {
    /// Appends the note in the shape of the REST interface.
    public func write(to bytes: inout [UInt8]) {
        bytes.append(ascii: "{\"id\":\"")
        id.uuid.write(to: &bytes)
        bytes.append(ascii: "\",\"title\":")
        JSON.write(title, to: &bytes)
        bytes.append(ascii: ",\"description\":")
        JSON.write(description, to: &bytes)
        bytes.append(ascii: ",\"tags\":[")
        for (index, tag) in tags.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            JSON.write(tag, to: &bytes)
        }
        bytes.append(ascii: isPinned ? "],\"pinned\":true" : "],\"pinned\":false")
        bytes.append(ascii: ",\"photos\":[")
        for (index, photo) in photos.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            photo.write(to: &bytes)
        }
        bytes.append(ascii: "],\"createdAt\":\"")
        created.writeRFC3339(to: &bytes)
        bytes.append(ascii: "\",\"modifiedAt\":\"")
        modified.writeRFC3339(to: &bytes)
        bytes.append(ascii: "\"}")
    }
}

extension Photo {
    /// Appends the photo as an answer with its note shows it: the facts of its picture, and its addresses.
    public func write(to bytes: inout [UInt8]) {
        bytes.append(ascii: "{\"sha256\":\"")
        sha256.write(to: &bytes)
        bytes.append(ascii: "\",\"width\":")
        bytes.appendDecimal(width)
        bytes.append(ascii: ",\"height\":")
        bytes.appendDecimal(height)
        bytes.append(ascii: ",\"type\":\"")
        bytes.append(contentsOf: type.rawValue.utf8)
        bytes.append(ascii: "\",\"bytes\":")
        bytes.appendDecimal(self.bytes)
        bytes.append(ascii: ",\"thumbnail\":")
        guard let thumbnail else { return bytes.append(ascii: "null}") }
        bytes.append(UInt8(ascii: "\""))
        thumbnail.write(to: &bytes)
        bytes.append(ascii: "\"}")
    }
}
