import DaybookClient
import DaybookScrypt

/// The parts of a phone that the app uses.
@MainActor public struct PhoneDevice {
    /// Where everything is kept: a folder of the app, which need not be there yet.
    public var folder: String
    /// The secrets.
    public var keys: any KeyStore
    /// The time.
    public var clock: any PhoneClock
    /// The notifications.
    public var notifications: any PhoneNotifications
    /// The services of the device for the person.
    public var services: any PhoneServices
    /// Makes photos.
    public var photos: any PhotoMaker
    /// The widget.
    public var widget: any PhoneWidget
    /// The way to a server.
    public var transport: (ServerAddress) -> any PhoneTransport
    /// The work that it takes to try a password.
    public var cost: ScryptCost

    /// A device by its parts.
    public init(
        folder: String,
        keys: any KeyStore,
        clock: any PhoneClock,
        notifications: any PhoneNotifications,
        services: any PhoneServices,
        photos: any PhotoMaker,
        widget: any PhoneWidget,
        transport: @escaping (ServerAddress) -> any PhoneTransport,
        cost: ScryptCost = .phone
    ) {
        self.folder = folder
        self.keys = keys
        self.clock = clock
        self.notifications = notifications
        self.services = services
        self.photos = photos
        self.widget = widget
        self.transport = transport
        self.cost = cost
    }
}
