/// Something that should not be, and the file that brought it about.
struct Finding: Sendable {
    enum Kind: String, Sendable {
        /// The worker died; the host said so, and went on.
        case workerCrashed
        /// The sandbox stopped the worker.
        case forbidden
        case timedOut
        /// The host did not believe what the worker said.
        case protocolViolation
        /// A worker was larger than its limits allow.
        case memory
        /// A request took longer than its time limit allows.
        case late
        /// A sound file could not be shown afterwards.
        case notContained
        /// An answer that no file should bring about.
        case unexpected

        /// What workers are for: nothing but the request is lost.
        var isContained: Bool {
            switch self {
            case .workerCrashed, .forbidden, .timedOut, .protocolViolation: true
            case .memory, .late, .notContained, .unexpected: false
            }
        }
    }

    var kind: Kind
    var loader: String
    /// What was asked of the worker.
    var step: String
    /// The pool's words, and the kernel's.
    var message: String
    var mutant: String
    var bytes: [UInt8]

    /// What two findings of one fault have in common: of the kernel's note, the library and the place in it.
    var fault: String {
        if let call = message.split(separator: " ").first(where: { $0.hasPrefix("syscall=") }) {
            return [kind.rawValue, loader, String(call)].joined(separator: " ")
        }
        let place = message.split(separator: " ").first { $0.contains("[") && $0.contains("+") && !$0.contains("(") }
        let offset = place.map { $0.split(separator: "+").first.map(String.init) ?? "" }
        return [kind.rawValue, loader, offset ?? step].joined(separator: " ")
    }
}
