/// A fault and the file that caused it.
struct Finding: Sendable {
    enum Kind: String, Sendable {
        /// The worker crashed, and the host continued.
        case workerCrashed
        /// The sandbox ended the worker.
        case forbidden
        case timedOut
        /// The host rejected the worker's answer.
        case protocolViolation
        /// A worker exceeded its memory limit.
        case memory
        /// A request exceeded its time limit.
        case late
        /// A valid file couldn't be decoded afterwards.
        case notContained
        /// An answer that no file should cause.
        case unexpected

        /// Whether only the request failed, which workers exist for.
        var isContained: Bool {
            switch self {
            case .workerCrashed, .forbidden, .timedOut, .protocolViolation: true
            case .memory, .late, .notContained, .unexpected: false
            }
        }
    }

    var kind: Kind
    var loader: String
    /// The request to the worker.
    var step: String
    /// The messages of the pool and of the kernel.
    var message: String
    var mutant: String
    var bytes: [UInt8]

    /// The part that findings of the same fault share: the library and the address in the kernel's message.
    var fault: String {
        if let call = message.split(separator: " ").first(where: { $0.hasPrefix("syscall=") }) {
            return [kind.rawValue, loader, String(call)].joined(separator: " ")
        }
        let place = message.split(separator: " ").first { $0.contains("[") && $0.contains("+") && !$0.contains("(") }
        let offset = place.map { $0.split(separator: "+").first.map(String.init) ?? "" }
        return [kind.rawValue, loader, offset ?? step].joined(separator: " ")
    }
}
