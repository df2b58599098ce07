import CAlbumenSystem
import Foundation
package import MediaRequests
package import MediaWork
import SystemPackage

/// Confines the calling process permanently. Afterwards the process can only compute, use memory within its limits,
/// read the files that it receives, and answer.
package enum WorkerSandbox {
    /// Enters the sandbox. Call this method once, before the process starts a second thread or reads a file.
    ///
    /// The method skips parts that this system doesn't support, such as seccomp in a container that forbids it, and
    /// reports them in the result.
    ///
    /// - Parameters:
    ///   - host: The socket to the host.
    ///   - role: The work of the process. An export may use more processor time and write a larger file.
    ///   - versions: The versions of the worker and its libraries.
    ///   - warmUp: Makes the libraries do their one-time work, such as opening files or reading the number of
    ///     processors. It runs with the rights and limits of the worker, so that threads which it starts have them,
    ///     too.
    /// - Returns: The active parts of the sandbox.
    package static func enter(
        host: Int32 = 0, role: WorkerRole = .media, versions: String = "", warmUp: () -> Void
    ) -> WorkerState {
        albumen_use_one_heap()
        // On a busy core, the host's threads run first: showing an image is more urgent than decoding the next one.
        nice(2)
        leaveSurroundings()
        forgetSignals()
        var state = WorkerState()
        state.versions = versions
        note(albumen_drop_privileges(), "the rights of root cannot be given up", in: &state)
        state.isRoot = geteuid() == 0
        let failure = albumen_renounce_new_privileges()
        note(failure, "new rights cannot be renounced", in: &state)
        state.hasNoNewPrivileges = failure == 0
        ResourceLimits(role).apply(to: &state)
        // Some systems forbid user namespaces. The host counts the threads of such a worker.
        if albumen_enter_own_user_namespace() == 0 { ResourceLimits.limitThreads(in: &state) }
        state.hasNoCapabilities = albumen_has_no_capabilities() != 0
        endWithHost(host, &state)
        let hasLandlock = state.hasNoNewPrivileges && lock(reading: false, &state)
        startFirstThread()
        warmUp()
        guard state.hasNoNewPrivileges else { return state }
        // The libraries have loaded all their files. From now on, this thread and the threads that it starts can't
        // read files.
        if hasLandlock, lock(reading: true, &state) { state.landlockVersion = Int(albumen_landlock_version()) }
        do {
            try SystemCallFilter.install(for: role)
            state.isSystemCallFilterActive = true
        } catch {
            note(error.number, "system calls cannot be filtered", in: &state)
        }
        return state
    }

    private static func endWithHost(_ host: Int32, _ state: inout WorkerState) {
        let failure = albumen_end_with_host(host)
        // The host is gone.
        if failure == ESRCH { _exit(1) }
        note(failure, "the worker cannot be ended with its host", in: &state)
        state.endsWithHost = failure == 0
    }

    /// Adds Landlock as a second barrier behind the filter. The sandbox is complete without it, because the filter
    /// forbids the same calls.
    private static func lock(reading: Bool, _ state: inout WorkerState) -> Bool {
        guard albumen_landlock_version() > 0 else { return false }
        let failure = albumen_landlock(reading ? 1 : 0)
        note(failure, "files cannot be locked away", in: &state)
        return failure == 0
    }

    /// Releases the working directory, and separates the output of codecs from the host's output.
    private static func leaveSurroundings() {
        _ = chdir("/")
        let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard nowhere >= 0 else { return }
        dup2(nowhere, STDOUT_FILENO)
        dup2(nowhere, STDERR_FILENO)
        if nowhere > STDERR_FILENO { close(nowhere) }
    }

    /// Resets signal handlers. The filter would end a handler of Swift's runtime or a library, which would hide the
    /// cause of a crash.
    private static func forgetSignals() {
        for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP] { signal(number, SIG_DFL) }
        // Exceeding the size of the output memory is an error of a write, not a reason to end.
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Starts a first thread, because the C library initializes its threads with calls that the filter forbids.
    private static func startFirstThread() {
        var thread = pthread_t()
        if pthread_create(&thread, nil, { _ in nil }, nil) == 0 { pthread_join(thread, nil) }
    }

    static func note(_ failure: Int32, _ complaint: String, in state: inout WorkerState) {
        guard failure != 0 else { return }
        state.complaints.append("\(complaint): \(Errno(rawValue: failure))")
    }
}
