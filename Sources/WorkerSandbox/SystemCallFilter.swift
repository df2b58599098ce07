import CLibSeccomp
import Foundation
import MediaWork

/// The kernel's filter of system calls. A call without a matching `SystemCallRule` ends the process.
enum SystemCallFilter {
    struct Failure: Error {
        let number: Int32
    }

    /// Installs the filter on all current and future threads of the process.
    static func install(for role: WorkerRole) throws(Failure) {
        // The kernel is too old if it can't end the process.
        guard let filter = seccomp_init(SCMP_ACT_KILL_PROCESS) else { throw Failure(number: ENOSYS) }
        defer { seccomp_release(filter) }
        try check(seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS))
        try check(seccomp_attr_set(filter, SCMP_FLTATR_CTL_NNP, 1))
        try check(seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1))
        // A binary tree, so that each call takes only a few comparisons.
        try check(seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2))
        for rule in SystemCallRule.rules(of: role) {
            let number = seccomp_syscall_resolve_name(rule.name)
            // A negative number means that this architecture doesn't have the call.
            guard number >= 0 else { continue }
            let action =
                switch rule.answer {
                case .allow: UInt32(SCMP_ACT_ALLOW)
                case .fail(let error): CLibSeccomp_fail(error)
                }
            try check(
                seccomp_rule_add_array(filter, action, number, UInt32(rule.conditions.count), rule.conditions))
        }
        try check(seccomp_load(filter))
    }

    private static func check(_ result: Int32) throws(Failure) {
        guard result == 0 else { throw Failure(number: -result) }
    }
}
