#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The share of the processor that the present thread gets when other threads compete for it.
enum ThreadPriority {
    /// Gives the present thread a lower priority than threads that serve requests, so that these stay responsive on few
    /// cores.
    ///
    /// On Linux the nice value belongs to the thread, though POSIX gives it to the process (setpriority(2), "C
    /// library/kernel differences"). It can always be raised, and a second call changes nothing.
    static func lower() {
        #if canImport(Glibc)
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        #elseif canImport(Musl)
        _ = setpriority(PRIO_PROCESS, 0, 10)
        #else
        _ = pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
        #endif
    }
}
