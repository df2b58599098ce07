import CLibSeccomp
import Foundation

/// A system call that decoding needs, and with which arguments. Calls that this architecture does not have do not count.
struct SystemCallRule {
    enum Answer {
        case allow
        /// The call is not made and fails: what follows manages without.
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

    static var all: [SystemCallRule] { memory + files + socket + threads + time + questions + ending + declined }

    /// Each process's own, so that the limit on memory counts it, and none that can be run as a program's code.
    private static var memory: [SystemCallRule] {
        [
            SystemCallRule("brk"),
            SystemCallRule(
                "mmap", where: argument(2, masked: PROT_EXEC, is: 0), argument(3, masked: MAP_SHARED, is: 0)),
            SystemCallRule("mprotect", where: argument(2, masked: PROT_EXEC, is: 0)),
            SystemCallRule("munmap"), SystemCallRule("mremap"), SystemCallRule("madvise"),
        ]
    }

    /// Of descriptors that there are: nothing is opened.
    private static var files: [SystemCallRule] {
        [
            SystemCallRule("read"), SystemCallRule("readv"), SystemCallRule("pread64"), SystemCallRule("preadv"),
            SystemCallRule("write"), SystemCallRule("writev"), SystemCallRule("pwrite64"), SystemCallRule("lseek"),
            SystemCallRule("fstat"), SystemCallRule("close"),
            SystemCallRule("fcntl", where: argument(1, is: F_GETFL)),
        ]
    }

    /// The host's, which is descriptor 0. Nothing but bytes can be sent: descriptors on their way would hold memory that no limit
    /// counts.
    private static var socket: [SystemCallRule] {
        [
            SystemCallRule("recvmsg", where: argument(0, is: 0)), SystemCallRule("sendto", where: argument(0, is: 0)),
            SystemCallRule("poll"), SystemCallRule("ppoll"),
        ]
    }

    /// Threads of this process, and no processes.
    private static var threads: [SystemCallRule] {
        // All of the process's: a thread with descriptors of its own could hold more files than the limit.
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

    /// About this process and how large the machine is.
    private static var questions: [SystemCallRule] {
        [
            SystemCallRule("getrandom"), SystemCallRule("getpid"), SystemCallRule("gettid"), SystemCallRule("getcpu"),
            SystemCallRule("sysinfo"),
        ]
    }

    /// `abort` sends a signal to the thread that calls it.
    private static var ending: [SystemCallRule] {
        [
            SystemCallRule("exit"), SystemCallRule("exit_group"),
            SystemCallRule("tgkill", where: argument(0, is: getpid()), argument(2, is: SIGABRT)),
        ]
    }

    private static var declined: [SystemCallRule] {
        [
            // Its flags are in memory, where no filter sees them: the C library asks by clone then.
            SystemCallRule("clone3", .fail(ENOSYS)),
            // They take a path. fstat of the C library is made of one, and is asked for by the first printf.
            SystemCallRule("newfstatat", .fail(ENOSYS)), SystemCallRule("statx", .fail(ENOSYS)),
            SystemCallRule("ioctl", .fail(ENOTTY)),
        ]
    }

    private static func argument(_ index: UInt32, is value: Int32) -> scmp_arg_cmp {
        argument(index, masked: -1, is: value)
    }

    /// Of an argument's lower 32 bits: the kernel takes no more of an int, whatever the upper ones are.
    private static func argument(_ index: UInt32, masked mask: Int32, is value: Int32) -> scmp_arg_cmp {
        scmp_arg_cmp(
            arg: index, op: SCMP_CMP_MASKED_EQ, datum_a: UInt64(UInt32(bitPattern: mask)),
            datum_b: UInt64(UInt32(bitPattern: value)))
    }
}
