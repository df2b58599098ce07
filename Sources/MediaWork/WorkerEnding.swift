import Foundation
import MediaRequests

extension WorkerProcess.Ending {
    /// Whether the worker's own code ended it, for example an invalid access, an assertion or an illegal instruction.
    ///
    /// SIGBUS doesn't count, because reading a mapped file from a failing disk causes it, too. SIGKILL doesn't count,
    /// because the kernel sends it when memory runs out, and other processes can send it.
    var isOwnCrash: Bool {
        switch self {
        case .signalled(let number): [SIGABRT, SIGFPE, SIGILL, SIGSEGV, SIGTRAP].contains(number)
        case .exited: false
        }
    }
}
