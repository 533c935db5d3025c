import DaybookCore
import DaybookStore

extension Rules {
    /// The rules for what an account writes now (A15).
    func inForce(for session: OpenSession) -> Rules { choosing(session.limits) }

    /// The rules for values that were written before: by a device that synchronizes, or in the account's history. An
    /// account that ever chose its limits may have written under the widest ones.
    func accepting(_ session: OpenSession) -> Rules { session.limits == nil ? choosing(nil) : widest }
}
