// What is typed and not saved yet stays on this device, sealed as the rest, a text for each tab. It is no record: no list shows it,
// nothing is sent, and nothing is left of it once it was saved or thrown away.

extension Notebook {
    /// The number of this tab among those that share the device's disk, 0 to 15.
    private var tab: UInt8 { UInt8(truncatingIfNeeded: replica.clock.device & 0xF) }

    /// Keeps what is typed in this tab in place of what was kept of it before; an empty text keeps nothing.
    mutating func keepUnsaved(_ text: String) -> [Effect] {
        prefer(Preference.unsaved(tab), text)
    }

    /// What was typed in this tab when it ended; nil when nothing was.
    ///
    /// `isAlone`: no other tab is open, so that what any tab left may be taken up. It is this tab's from then on.
    mutating func takeUnsaved(isAlone: Bool) -> (text: String, effects: [Effect])? {
        if let text = replica.preferences[Preference.unsaved(tab)] { return (text, []) }
        guard isAlone else { return nil }
        for other in UInt8(0)..<16 {
            let name = Preference.unsaved(other)
            guard let text = replica.preferences[name] else { continue }
            return (text, keepUnsaved(text) + prefer(name, ""))
        }
        return nil
    }
}
