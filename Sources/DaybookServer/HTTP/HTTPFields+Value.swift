import HTTPTypes

extension HTTPFields {
    /// The most bytes of a field that is read to choose the form of an answer: codings, tags, types, the browser. Browsers
    /// send some 20 to 200. A longer one, which an event loop would read for milliseconds, counts as absent: RFC 9110
    /// leaves it to the server whether it takes account of these fields.
    static let longestValue = 1 << 10

    /// The value of a field, as the subscript brings it; nil when it is not there.
    ///
    /// The subscript joins the values of all fields with the name, although nearly always there is one.
    func value(of name: HTTPField.Name) -> String? {
        let values = self[values: name]
        return values.count > 1 ? self[name] : values.first
    }
}
