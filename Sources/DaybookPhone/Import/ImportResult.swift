/// The result of importing reminders of another app.
public struct ImportResult: Equatable, Sendable {
    /// The new to-dos.
    public var added = 0
    /// The reminders that were imported before. Their to-dos may be deleted by now.
    public var known = 0
    /// The reminders whose texts are longer than the account's limits.
    public var tooLong = 0
    /// The new to-dos that do not repeat, because their reminders repeat in a way that to-dos cannot.
    public var simplified = 0
    /// Whether the account may choose longer limits, in which some of the too long to-dos would fit.
    public var canBeLifted = false

    /// The message for the person.
    public var text: String {
        var parts = [added == 1 ? "1 reminder is a to-do now." : "\(added) reminders are to-dos now."]
        if known > 0 { parts.append(known == 1 ? "1 was imported before." : "\(known) were imported before.") }
        if tooLong > 0 {
            parts.append(tooLong == 1 ? "1 is too long and stays there." : "\(tooLong) are too long and stay there.")
            if canBeLifted { parts.append("Allow longer texts under Account, then import them again.") }
        }
        if simplified > 0 {
            parts.append(simplified == 1 ? "1 does not repeat here." : "\(simplified) do not repeat here.")
        }
        return parts.joined(separator: " ")
    }
}
