import HTTPTypes

extension HTTPFields {
    /// The value of a field, as the subscript brings it; nil when it is not there.
    ///
    /// The subscript makes a text of all fields with the name, although nearly always there is one.
    func value(of name: HTTPField.Name) -> String? {
        guard let place = firstIndex(where: { $0.name == name }) else { return nil }
        let others = self[index(after: place)...]
        return others.contains { $0.name == name } ? self[name] : self[place].value
    }
}
