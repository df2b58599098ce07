import CLibSeccomp
import Foundation
import MediaWork

/// A system call that decoding needs, and its permitted arguments. Rules for calls that this architecture lacks have
/// no effect.
struct SystemCallRule {
    enum Answer {
        case allow
        /// The kernel doesn't run the call, and it fails with this error. Its callers can handle that.
        case fail(Int32)
    }

    let name: String
    let answer: Answer
    let conditions: [scmp_arg_cmp]

    private init(_ name: String, _ answer: Answer = .allow, where conditions: scmp_arg_cmp...) {
        self.name = name
        self.answer = answer
        self.conditions = conditions
    }

    /// Returns the rules of a worker.
    static func rules(of role: WorkerRole) -> [SystemCallRule] {
        let rules = memory + files + socket + threads + time + questions + ending + declined
        return role == .media ? rules : rules + declinedByEncoders
    }

    /// Private memory, which counts towards the limit, and which can't be executable.
    private static var memory: [SystemCallRule] {
        [
            SystemCallRule("brk"),
            SystemCallRule(
                "mmap", where: argument(2, masked: PROT_EXEC, is: 0), argument(3, masked: MAP_SHARED, is: 0)),
            SystemCallRule("mprotect", where: argument(2, masked: PROT_EXEC, is: 0)),
            SystemCallRule("munmap"), SystemCallRule("mremap"), SystemCallRule("madvise"),
        ]
    }

    /// Calls on open descriptors. None of them opens a file.
    private static var files: [SystemCallRule] {
        [
            SystemCallRule("read"), SystemCallRule("readv"), SystemCallRule("pread64"), SystemCallRule("preadv"),
            SystemCallRule("write"), SystemCallRule("writev"), SystemCallRule("pwrite64"), SystemCallRule("lseek"),
            SystemCallRule("fstat"), SystemCallRule("close"),
            SystemCallRule("fcntl", where: argument(1, is: F_GETFL)),
        ]
    }

    /// Calls on the host's socket, descriptor 0. A worker can only send bytes. Descriptors in a message would hold
    /// memory that no limit counts.
    private static var socket: [SystemCallRule] {
        [
            SystemCallRule("recvmsg", where: argument(0, is: 0)), SystemCallRule("sendto", where: argument(0, is: 0)),
            SystemCallRule("poll"), SystemCallRule("ppoll"),
        ]
    }

    /// Calls that create threads but not processes.
    private static var threads: [SystemCallRule] {
        // All threads share their descriptors. Otherwise, a thread could open more files than the limit.
        let thread = CLONE_VM | CLONE_SIGHAND | CLONE_THREAD | CLONE_FILES | CLONE_FS
        let namespaces =
            CLONE_NEWCGROUP | CLONE_NEWIPC | CLONE_NEWNET | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWUSER | CLONE_NEWUTS
        return [
            SystemCallRule("clone", where: argument(0, masked: thread | namespaces, is: thread)),
            SystemCallRule("set_robust_list"), SystemCallRule("rseq"), SystemCallRule("futex"),
            SystemCallRule("sched_yield"), SystemCallRule("sched_getaffinity"), SystemCallRule("rt_sigprocmask"),
            SystemCallRule("rt_sigreturn"), SystemCallRule("restart_syscall"),
            SystemCallRule("prctl", where: argument(0, is: PR_SET_NAME)),
        ]
    }

    private static var time: [SystemCallRule] {
        [
            SystemCallRule("clock_gettime"), SystemCallRule("clock_getres"), SystemCallRule("clock_nanosleep"),
            SystemCallRule("nanosleep"), SystemCallRule("gettimeofday"), SystemCallRule("time"),
            SystemCallRule("alarm"), SystemCallRule("setitimer", where: argument(0, is: 0)),
        ]
    }

    /// Calls that return facts about this process and the number of processors.
    private static var questions: [SystemCallRule] {
        [
            SystemCallRule("getrandom"), SystemCallRule("getpid"), SystemCallRule("gettid"), SystemCallRule("getcpu"),
            SystemCallRule("sysinfo"),
        ]
    }

    /// `abort` sends a signal to its own thread.
    private static var ending: [SystemCallRule] {
        [
            SystemCallRule("exit"), SystemCallRule("exit_group"),
            SystemCallRule("tgkill", where: argument(0, is: getpid()), argument(2, is: SIGABRT)),
        ]
    }

    private static var declined: [SystemCallRule] {
        [
            // The flags of `clone3` are in memory, where the filter can't read them. The C library then uses `clone`.
            SystemCallRule("clone3", .fail(ENOSYS)),
            // These calls take a path. The C library implements `fstat` with one of them, and the first `printf`
            // calls it.
            SystemCallRule("newfstatat", .fail(ENOSYS)), SystemCallRule("statx", .fail(ENOSYS)),
            SystemCallRule("ioctl", .fail(ENOTTY)),
        ]
    }

    /// Calls with which encoders ask for the machine's processors and memory. They go on without an answer.
    private static var declinedByEncoders: [SystemCallRule] {
        [
            SystemCallRule("openat", .fail(EACCES)), SystemCallRule("open", .fail(EACCES)),
            SystemCallRule("access", .fail(EACCES)), SystemCallRule("get_mempolicy", .fail(ENOSYS)),
            SystemCallRule("set_mempolicy", .fail(ENOSYS)), SystemCallRule("mbind", .fail(ENOSYS)),
            SystemCallRule("sched_setaffinity", .fail(EPERM)),
        ]
    }

    private static func argument(_ index: UInt32, is value: Int32) -> scmp_arg_cmp {
        argument(index, masked: -1, is: value)
    }

    /// Compares the lower 32 bits of an argument. The kernel ignores the upper bits of an `int`.
    private static func argument(_ index: UInt32, masked mask: Int32, is value: Int32) -> scmp_arg_cmp {
        scmp_arg_cmp(
            arg: index, op: SCMP_CMP_MASKED_EQ, datum_a: UInt64(UInt32(bitPattern: mask)),
            datum_b: UInt64(UInt32(bitPattern: value)))
    }
}
