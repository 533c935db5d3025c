extension Event {
    /// The kinds of events. The numbers are those of `tell` in Web/tell.js; a test compares both.
    enum Kind: Int32, CaseIterable {
        // Actions of a person: an element was used, by its number, with its value; or a key was pressed.
        case used
        case key
        // The tab, its place and its time.
        case start
        case timer
        case network
        case visible
        case route
        case zone
        case scrolled
        case measured
        case resized
        // The server.
        case fetched
        case moved
        // The disk, and the vaults on it.
        case diskNone
        case diskLeft
        case diskOpen
        case diskBroken
        case vaultFresh
        case vaultWrong
        case vaultUnknown
        case vaultRefused
        case vaultUnavailable
        case stored
        case storeFailed
        case overtaken
        case shared
        case absorbed
        // Other tabs of this browser.
        case lead
        case ask
        case left
        case update
        // Photos on their way.
        case photoStarted
        case photoReady
        case photoFailed
        case photoKept
        case photoLost
        case photosWaiting
        case photoRead
        case uploading
        case uploaded
        // Notifications of the browser.
        case notifying
        case subscribed
        case notSubscribed
        case remindersShown
        case reminderAnswered
        case reminderOpened
        // Another tab of this browser, which held its number for a moment after it was closed.
        case tabEnded
        // Photos that another app has shared.
        case sharedWaiting
    }
}
