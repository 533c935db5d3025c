/// A field for words that name a time.
public struct TypedTime: Equatable, Sendable {
    /// The text in the field.
    public internal(set) var text = ""
    /// The meaning of the words.
    public internal(set) var reading = Reading.nothing

    /// The meaning of the words.
    public enum Reading: Equatable, Sendable {
        /// The field is empty.
        case nothing
        /// The words were understood: the text repeats their meaning without doubt.
        case understood(String)
        /// The words are not understood, or a rule refuses them; the text tells the person what to do.
        case unclear(String)
    }
}

extension Editor {
    /// The minute of the day at which the deadline is; nil for a deadline of a whole day, or without a deadline.
    public func deadlineMinute(in zone: TimeZone) -> Int? {
        guard let deadline = draft.deadline, deadline != zone.endOfDay(zone.date(at: deadline)) else { return nil }
        return zone.minuteOfDay(at: deadline)
    }

    // MARK: - The calendars

    mutating func toggleCalendar(_ purpose: When.Purpose, _ context: Context) {
        let zone = context.world.zone
        switch purpose {
        case .deadline:
            let day = zone.date(at: draft.deadline ?? context.now)
            deadlineCalendar = deadlineCalendar == nil ? MonthGrid(at: day) : nil
        case .reminder:
            let day = zone.date(at: draft.reminder ?? context.now)
            reminderCalendar = reminderCalendar == nil ? MonthGrid(at: day) : nil
        }
    }

    /// Opens the panel of the deadline or the reminder, in which the person corrects its words.
    mutating func showPanel(_ purpose: When.Purpose, _ context: Context) {
        let calendar = purpose == .deadline ? deadlineCalendar : reminderCalendar
        if calendar == nil { toggleCalendar(purpose, context) }
    }

    mutating func take(_ step: MonthGrid.Step, in purpose: When.Purpose, _ habits: Habits) {
        switch purpose {
        case .deadline: deadlineCalendar?.take(step, habits)
        case .reminder: reminderCalendar?.take(step, habits)
        }
    }

    mutating func pickDeadline(_ day: CivilDate?, _ zone: TimeZone) {
        forget(.deadline)
        deadlineTyped = TypedTime()
        draft.deadline = day.map { draft.deadline(on: $0, in: zone) }
        if let day { deadlineCalendar?.move(to: day) }
    }

    /// Sets the time of the deadline. Without a deadline, the next such time becomes the deadline.
    mutating func timeDeadline(_ minute: Int?, _ context: Context) {
        let zone = context.world.zone
        forget(.deadline)
        deadlineTyped = TypedTime()
        if let deadline = draft.deadline {
            let day = zone.date(at: deadline)
            draft.deadline = minute.map { zone.instant(on: day, minuteOfDay: $0) } ?? zone.endOfDay(day)
        } else if let minute {
            draft.deadline = context.next(minute)
        }
    }

    mutating func remind(at moment: Instant?, _ zone: TimeZone) {
        forget(.reminder)
        reminderTyped = TypedTime()
        draft.reminder = moment
        if let moment { reminderCalendar?.move(to: zone.date(at: moment)) }
    }

    /// The deadline or the reminder that an offer has set, for a screen reader: the keyboard stays on the offer.
    func announcement(of purpose: When.Purpose, _ context: Context) -> [Outcome] {
        let (now, zone) = (context.now, context.world.zone)
        switch purpose {
        case .deadline:
            guard let deadline = draft.deadline else { return [] }
            let text = Texts.due(deadline, isDone: true, now: now, zone: zone).text
            return [.announce(Texts.field(Labels.deadline, text))]
        case .reminder:
            guard let reminder = draft.reminder else { return [] }
            return [.announce(Texts.field(Labels.reminder, Texts.moment(reminder, now: now, zone: zone)))]
        }
    }

    // MARK: - Words

    mutating func typeDeadline(_ text: String, _ context: Context) -> [Outcome] {
        guard let when = deadlineTyped.read(text, for: .deadline, context) else { return [] }
        violations.remove(at: .deadline)
        draft.deadline = when.instant
        deadlineCalendar?.move(to: context.world.zone.date(at: when.instant))
        return []
    }

    mutating func typeReminder(_ text: String, _ context: Context) -> [Outcome] {
        guard let when = reminderTyped.read(text, for: .reminder, context) else { return [] }
        violations.remove(at: .reminder)
        draft.reminder = when.instant
        reminderCalendar?.move(to: context.world.zone.date(at: when.instant))
        return []
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

    /// The longest words that are read, in bytes.
    static var maximum: Int { 400 }

    mutating func read(_ typed: String, for purpose: When.Purpose, _ context: Context) -> When? {
        text = Text.oneLine(typed)
        let zone = context.world.zone
        if !Text.isShown(text) {
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

extension Context {
    /// The next moment at which the clock shows a minute of the day.
    func next(_ minute: Int) -> Instant {
        let moment = world.zone.instant(on: today.date, minuteOfDay: minute)
        return moment > now ? moment : world.zone.instant(on: today.date.advanced(days: 1), minuteOfDay: minute)
    }

    /// A minute of a day. If the minute has passed today: the next full hour that is half an hour away, or the end of
    /// the day.
    func moment(on day: CivilDate, _ minute: Int) -> Instant {
        let zone = world.zone
        let moment = zone.instant(on: day, minuteOfDay: minute)
        if moment > now || day != today.date { return moment }
        let hour = (zone.minuteOfDay(at: now) + 89) / 60 * 60
        return hour < 1_440 ? zone.instant(on: day, minuteOfDay: hour) : zone.endOfDay(day)
    }
}
