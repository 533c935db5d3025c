import Foundation

/// The number of file descriptors that the system allows this process: files, connections and database handles together.
public enum DescriptorLimit {
    /// The limit in force.
    public static var current: Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 1_024 }
        return Int(clamping: limit.rlim_cur)
    }

    /// Raises the limit as far as the system allows. Shells start programs with 1,024, and each connection uses one.
    public static func raise() {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        #if canImport(Darwin)
        // macOS refuses a limit above this one.
        limit.rlim_cur = min(limit.rlim_cur, rlim_t(OPEN_MAX))
        #endif
        setrlimit(resource, &limit)
    }

    #if canImport(Glibc)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    private static let resource = RLIMIT_NOFILE
    #endif
}
