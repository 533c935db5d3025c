import HTTPTypes

extension HTTPFields {
    /// The value of a field, as the subscript brings it; nil when it is not there.
    ///
    /// The subscript joins the values of all fields with the name, although nearly always there is one.
    func value(of name: HTTPField.Name) -> String? {
        let values = self[values: name]
        return values.count > 1 ? self[name] : values.first
    }
}
