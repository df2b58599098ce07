import CAlbumenSystem
import Foundation
package import MediaWork
import SystemPackage

/// Shuts the calling process in, for good: afterwards it can compute, use memory within its limits, read the files
/// that are handed to it, and answer.
package enum WorkerSandbox {
    /// Shuts the process in. To be called once, before the process has a second thread and has read a stranger's byte. What cannot
    /// be had here (a kernel without seccomp, a container that forbids it) is left out and reported in the answer.
    ///
    /// - Parameters:
    ///   - host: the socket whose other end is the host's.
    ///   - versions: of the worker and its libraries.
    ///   - warmUp: makes the libraries do all that they do once: what opens files or looks at the machine. It has
    ///     the rights and limits of the worker already, so that threads it starts have them too.
    package static func enter(host: Int32 = 0, versions: String = "", warmUp: () -> Void) -> WorkerState {
        albumen_use_one_heap()
        // What is done is shown before more is done: on a busy core, the host's threads go first.
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
        ResourceLimits.apply(to: &state)
        // Not everybody may make a namespace. The host counts the threads of a worker without one.
        if albumen_enter_own_user_namespace() == 0 { ResourceLimits.limitThreads(in: &state) }
        state.hasNoCapabilities = albumen_has_no_capabilities() != 0
        endWithHost(host, &state)
        let hasLandlock = state.hasNoNewPrivileges && lock(reading: false, &state)
        startFirstThread()
        warmUp()
        guard state.hasNoNewPrivileges else { return state }
        // Reading ends when the libraries have loaded what they ever will, on this thread and all that it starts from now on.
        if hasLandlock, lock(reading: true, &state) { state.landlockVersion = Int(albumen_landlock_version()) }
        do {
            try SystemCallFilter.install()
            state.isSystemCallFilterActive = true
        } catch {
            note(error.number, "system calls cannot be filtered", in: &state)
        }
        return state
    }

    private static func endWithHost(_ host: Int32, _ state: inout WorkerState) {
        let failure = albumen_end_with_host(host)
        // Nobody is left to answer to.
        if failure == ESRCH { _exit(1) }
        note(failure, "the worker cannot be ended with its host", in: &state)
        state.endsWithHost = failure == 0
    }

    /// A second wall behind the filter. A kernel without Landlock is not incomplete: the filter forbids the same.
    private static func lock(reading: Bool, _ state: inout WorkerState) -> Bool {
        guard albumen_landlock_version() > 0 else { return false }
        let failure = albumen_landlock(reading ? 1 : 0)
        note(failure, "files cannot be locked away", in: &state)
        return failure == 0
    }

    /// No folder is held, and nothing that a codec prints reaches whoever reads the host's output.
    private static func leaveSurroundings() {
        _ = chdir("/")
        let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard nowhere >= 0 else { return }
        dup2(nowhere, STDOUT_FILENO)
        dup2(nowhere, STDERR_FILENO)
        if nowhere > STDERR_FILENO { close(nowhere) }
    }

    /// A handler that Swift's runtime or a library has set would die of the filter, and hide why the worker crashed.
    private static func forgetSignals() {
        for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP] { signal(number, SIG_DFL) }
        // A picture larger than may be handed out is an error of writing, not a death.
        signal(SIGXFSZ, SIG_IGN)
    }

    /// The C library sets up its threads with the first of them, by calls that the filter does not allow.
    private static func startFirstThread() {
        var thread = pthread_t()
        if pthread_create(&thread, nil, { _ in nil }, nil) == 0 { pthread_join(thread, nil) }
    }

    static func note(_ failure: Int32, _ complaint: String, in state: inout WorkerState) {
        guard failure != 0 else { return }
        state.complaints.append("\(complaint): \(Errno(rawValue: failure))")
    }
}
