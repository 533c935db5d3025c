/// A field for words that say a time.
public struct TypedTime: Equatable, Sendable {
    /// The text in the field.
    public internal(set) var text = ""
    /// The time that the words say.
    public internal(set) var reading = Reading.nothing

    /// The meaning of the words.
    public enum Reading: Equatable, Sendable {
        /// The field is empty.
        case nothing
        /// The day and the time, in words that leave no doubt.
        case understood(String)
        /// The words do not name a time; the text says what to do.
        case unclear(String)
    }
}

extension Editor {
    /// The time of the deadline; nil for a whole day, or for no deadline.
    public func deadlineTime(in zone: TimeZone) -> String? {
        guard let deadline = draft.deadline, deadline != zone.endOfDay(zone.date(at: deadline)) else { return nil }
        return Text.parts(zone.wallClock(at: deadline), between: "T").last
    }

    mutating func timeDeadline(_ time: String, _ zone: TimeZone) {
        guard let deadline = draft.deadline else { return }
        violations.remove(at: .deadline)
        deadlineTyped = TypedTime()
        let day = zone.date(at: deadline)
        draft.deadline = zone.instant(wallClock: day.description + "T" + time) ?? zone.endOfDay(day)
    }

    mutating func typeDeadline(_ text: String, _ context: Context) -> [Outcome] {
        guard let when = deadlineTyped.read(text, for: .deadline, context) else { return [] }
        violations.remove(at: .deadline)
        draft.deadline = when.instant
        return [.write(context.world.zone.date(at: when.instant).description, in: .deadline)]
    }

    mutating func typeReminder(_ text: String, _ context: Context) -> [Outcome] {
        guard let when = reminderTyped.read(text, for: .reminder, context) else { return [] }
        violations.remove(at: .reminder)
        draft.reminder = when.instant
        return [.write(context.world.zone.wallClock(at: when.instant), in: .reminder)]
    }
}

extension TypedTime {
    /// The reason why the words do not name a time; nil when they do, or when the field is empty.
    var unclear: String? {
        if case .unclear(let why) = reading { why } else { nil }
    }

    /// Reads the words that the field had at the end of the last launch. Words that name another time today than the
    /// one that they set are dropped.
    mutating func restore(_ words: String?, for purpose: When.Purpose, _ time: Instant?, _ context: Context) {
        guard let words, let when = read(words, for: purpose, context), when.instant != time else { return }
        self = TypedTime()
    }

    /// Longer words are not read. In bytes.
    private static var maximum: Int { 400 }

    fileprivate mutating func read(_ typed: String, for purpose: When.Purpose, _ context: Context) -> When? {
        text = Text.oneLine(typed)
        let zone = context.world.zone
        if Text.trimmed(text).isEmpty {
            reading = .nothing
            return nil
        }
        guard text.utf8.count <= TypedTime.maximum,
            let when = WhenReader(now: context.now, zone: zone).read(text, for: purpose)
        else {
            reading = .unclear(Texts.unclearTime)
            return nil
        }
        guard when.later == nil else {
            reading = .unclear(Texts.hasPassed(when, now: context.now, zone: zone))
            return nil
        }
        reading = .understood(Texts.understood(when, for: purpose, now: context.now, zone: zone))
        return when
    }
}
