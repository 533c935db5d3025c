import Foundation

/// The memory of this process, as counted by the operating system.
enum ProcessMemory {
    /// The number of resident bytes; 0 where the system does not report it.
    static var residentBytes: Int {
        // The second number is the resident pages: proc(5).
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
            let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return 0 }
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }
}
