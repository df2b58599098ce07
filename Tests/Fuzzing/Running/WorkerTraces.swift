import Foundation
import Synchronization

/// The traces of crashed workers: the kernel's message with the instruction, if its log is readable. The workers
/// can't write anything themselves.
final class WorkerTraces: Sendable {
    private let kernel: Int32
    private let lock = Mutex(())

    /// The name that the kernel uses.
    private let executable: String

    init(of executable: String) {
        self.executable = URL(fileURLWithPath: executable).resolvingSymlinksInPath().path
        kernel = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        if kernel >= 0 { lseek(kernel, 0, SEEK_END) }
    }

    /// Returns the messages since the last call. Empty if a worker ended without one, for example because it was
    /// killed.
    func take() -> String {
        lock.withLock { _ in kernelMessages().joined(separator: " | ") }
    }

    private func kernelMessages() -> [String] {
        guard kernel >= 0 else { return [] }
        var messages: [String] = []
        var buffer = [UInt8](repeating: 0, count: 8192)
        while true {
            let count = read(kernel, &buffer, buffer.count)
            if count < 0, errno == EPIPE { continue }
            guard count > 0 else { break }
            let record = String(decoding: buffer[..<count], as: UTF8.self)
            guard let message = record.split(separator: ";", maxSplits: 1).last?.split(separator: "\n").first,
                message.contains("type=1326")
                    ? message.contains("exe=\"\(executable)\"")
                    : ["trap", "segfault", "general protection"].contains(where: message.contains)
            else { continue }
            messages.append(String(message))
        }
        return messages
    }
}
