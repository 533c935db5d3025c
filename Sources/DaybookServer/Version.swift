/// The version of Daybook.
public enum Version {
    /// As in the changelog (https://semver.org).
    public static let current = "0.1.0"
}
