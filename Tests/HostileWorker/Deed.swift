import CLibSeccomp
import Foundation
import MediaRequests

/// The actions of a compromised codec. The answer contains their result.
enum Deed {
    /// C functions that Swift doesn't import, because it couldn't keep its guarantees across them.
    private typealias Function = @convention(c) (Int, Int, Int, Int) -> Int

    /// Returns the actions by the name of the file. Each receives the file's descriptor. Actions whose names start
    /// with `render-` run for image requests, and probing such a file succeeds.
    static func all() -> [String: (Int32) -> String] {
        let alone = system().merging(resources()) { first, _ in first }
        return alone.mapValues { deed in { _ in deed() } }.merging(conversations()) { first, _ in first }
    }

    /// Actions of one system call that decoding never needs.
    private static func system() -> [String: () -> String] {
        let fork = function("fork")
        let ptrace = function("ptrace")
        let makeMemory = function("memfd_create")
        let name = strdup("memory")
        let systemCall = function("syscall")
        let memoryPolicy = Int(seccomp_syscall_resolve_name("set_mempolicy"))
        let affinity = Int(seccomp_syscall_resolve_name("sched_setaffinity"))
        return [
            "open": { told(open("/etc/passwd", O_RDONLY)) },
            "connect": { told(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)) },
            "connect-unix": { told(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)) },
            "fork": { told(Int32(truncatingIfNeeded: fork(0, 0, 0, 0))) },
            "exec": {
                var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
                return told(execv("/bin/true", &arguments))
            },
            "ptrace": { told(Int32(truncatingIfNeeded: ptrace(16, Int(getppid()), 0, 0))) },
            "kill": { told(kill(-1, 0)) },
            "limits": {
                var limit = rlimit(rlim_cur: .max, rlim_max: .max)
                return told(setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit))
            },
            "unlink": { told(unlink("/nonexistent")) },
            "execute": {
                let page = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                return told(mprotect(page, 4096, PROT_READ | PROT_EXEC))
            },
            "map-executable": {
                told(mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0)
            },
            "thread-open": {
                let thread = Thread { _ = open("/etc/passwd", O_RDONLY) }
                thread.start()
                while true { sched_yield() }
            },
            "map-shared": {
                told(mmap(nil, 4096, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0)
            },
            "thread-nothing": {
                var thread = pthread_t()
                guard pthread_create(&thread, nil, { _ in nil }, nil) == 0 else { return "no thread" }
                return told(pthread_join(thread, nil))
            },
            "make-memory": { told(Int32(truncatingIfNeeded: makeMemory(Int(bitPattern: name), 0, 0, 0))) },
            "send-descriptor": {
                var message = msghdr()
                return told(Int32(truncatingIfNeeded: sendmsg(0, &message, 0)))
            },
            "memory-policy": { told(Int32(truncatingIfNeeded: systemCall(memoryPolicy, 0, 0, 0))) },
            "affinity": { told(Int32(truncatingIfNeeded: systemCall(affinity, 0, 0, 0))) },
            "truncate": { told(ftruncate(1, 1 << 30)) },
            "duplicate": { told(dup2(0, 9)) },
            "exit": { exit(3) },
            "status": {
                var status = stat()
                return told(stat("/etc/passwd", &status))
            },
        ]
    }

    private static func resources() -> [String: () -> String] {
        let systemCall = function("syscall")
        return [
            "nothing": { "done" },
            "steer": { "red: \u{1B}[31m\nnext line \u{202E}" },
            "abort": { abort() },
            "compute": { while true {} },
            "threads": {
                var count = 0
                var thread = pthread_t()
                // More than any limit here, but not more than a small machine can hold.
                while count < 2000 {
                    let failure = pthread_create(&thread, nil, { _ in while true { usleep(1_000_000) } }, nil)
                    guard failure == 0 else { return "threads ended after \(count)" }
                    count += 1
                }
                while true { usleep(1_000_000) }
            },
            "stay": { while true { usleep(1_000_000) } },
            // 60 is exit, which ends only the calling thread.
            "stay-without-main-thread": {
                var thread = pthread_t()
                guard pthread_create(&thread, nil, { _ in while true { usleep(1_000_000) } }, nil) == 0 else {
                    return "no thread"
                }
                return told(Int32(truncatingIfNeeded: systemCall(60, 0, 0, 0)))
            },
            "memory": {
                var sizeInBytes = 0
                while let block = malloc(64 << 20) {
                    memset(block, 1, 64 << 20)
                    sizeInBytes += 64 << 20
                }
                return "memory ended after \(sizeInBytes)"
            },
        ]
    }

    /// The file is a socket whose other end belongs to the test.
    private static func conversations() -> [String: (Int32) -> String] {
        [
            "announce-and-stay": { descriptor in
                announce(descriptor)
                while true { usleep(1_000_000) }
            },
            "announce-and-wait": { descriptor in
                announce(descriptor)
                var byte: UInt8 = 0
                return told(Int32(read(descriptor, &byte, 1)))
            },
        ]
    }

    private static func announce(_ descriptor: Int32) {
        var identifier = getpid()
        _ = write(descriptor, &identifier, MemoryLayout<pid_t>.size)
    }

    private static func told(_ result: Int32) -> String {
        result < 0 ? "failed with \(errno)" : "done"
    }

    private static func function(_ name: String) -> Function {
        guard let address = dlsym(nil, name) else { fatalError("there is no \(name)") }
        return unsafeBitCast(address, to: Function.self)
    }
}
