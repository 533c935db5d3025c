#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// How the present thread competes with others for the processor.
enum ThreadPriority {
    #if os(Linux)
    /// `SCHED_OTHER` and `SCHED_BATCH` of Linux's `sched.h`, which Glibc's headers show only to those who ask.
    private static let (other, batch): (Int32, Int32) = (0, 3)
    #endif

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

    /// Whether the present thread, when it wakes, waits for its turn in place of interrupting the thread that runs (sched(7),
    /// `SCHED_BATCH`). Its share stays the same.
    ///
    /// For an event loop that is busy: it finds several events at once then, and clients on the same cores go on.
    static func wake(inTurn: Bool) {
        #if os(Linux)
        var parameter = sched_param()
        _ = sched_setscheduler(0, inTurn ? batch : other, &parameter)
        #endif
    }
}
