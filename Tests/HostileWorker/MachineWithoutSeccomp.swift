import CLibSeccomp
import Foundation

/// A machine that appears to the real worker to have a kernel without seccomp.
enum MachineWithoutSeccomp {
    struct Failure: Error {
        let step: String
    }

    /// Replaces this program with the real worker beside it.
    static func startRealWorker() throws -> Never {
        // Uses a filter that rejects other filters.
        guard let filter = seccomp_init(SCMP_ACT_ALLOW) else { throw Failure(step: "init") }
        let (seccomp, prctl) = (
            seccomp_syscall_resolve_name("seccomp"), seccomp_syscall_resolve_name("prctl")
        )
        let setting = scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: UInt64(PR_SET_SECCOMP), datum_b: 0)
        guard seccomp_rule_add_array(filter, CLibSeccomp_fail(ENOSYS), seccomp, 0, nil) == 0,
            seccomp_rule_add_array(filter, CLibSeccomp_fail(EINVAL), prctl, 1, [setting]) == 0,
            seccomp_load(filter) == 0
        else { throw Failure(step: "filter") }
        let worker = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "albumen-media-worker").path
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(worker), nil]
        execv(worker, &arguments)
        throw Failure(step: "exec")
    }
}
