import Foundation

extension WorkerProcess.Ending {
    /// Whether the worker's own code ended it: a wrong access, an assertion, an instruction that does not exist.
    ///
    /// SIGBUS does not count: reading a mapped file from a disk that fails causes it too. Nor does SIGKILL, which the kernel sends
    /// when the machine's memory is used up, and anybody else may send.
    var isOwnCrash: Bool {
        switch self {
        case .signalled(let number): [SIGABRT, SIGFPE, SIGILL, SIGSEGV, SIGTRAP].contains(number)
        case .exited: false
        }
    }
}
