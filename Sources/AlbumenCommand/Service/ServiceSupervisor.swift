import CodedErrors
import Foundation
import SystemCalls
import SystemPackage

/// The program that started this one as a service, such as systemd. Notifications follow its protocol `sd_notify`:
/// a datagram with lines to the socket that the environment names.
struct ServiceSupervisor: Sendable {
    /// A line of a notification.
    enum Notice {
        /// The service has started.
        case ready
        /// The service is about to end.
        case stopping
        /// The service works. Without this notice within the watchdog's time, the supervisor restarts the service.
        case alive
        /// A text that `systemctl status` shows.
        case status(String)

        fileprivate var line: String {
            switch self {
            case .ready: "READY=1"
            case .stopping: "STOPPING=1"
            case .alive: "WATCHDOG=1"
            case .status(let text): "STATUS=\(PrintableText.line(text))"
            }
        }
    }

    /// The variable with the socket. Children must not inherit it.
    static let variable = "NOTIFY_SOCKET"

    private let socket: String
    /// The time within which the supervisor expects `Notice.alive`, or `nil` for never.
    let watchdogTime: Duration?

    /// Returns `nil` if no supervisor expects notifications.
    init?(environment: [String: String] = ProcessInfo.processInfo.environment, process: pid_t = getpid()) {
        guard let socket = environment[Self.variable], socket.hasPrefix("/") || socket.hasPrefix("@") else {
            return nil
        }
        self.socket = socket
        let isForThisProcess = environment["WATCHDOG_PID"].map { pid_t($0) == process } ?? true
        watchdogTime = environment["WATCHDOG_USEC"].flatMap { Int64($0) }
            .flatMap { $0 > 0 && isForThisProcess ? .microseconds($0) : nil }
    }

    /// Sends a notification, and reports a failure.
    func tell(_ notices: Notice...) {
        do throws(Errno) {
            try notify(notices)
        } catch {
            StandardError.write(line: "albumen: The service's supervisor can't be notified at \(socket): \(error)")
        }
    }

    /// Sends a notification. Throws if the supervisor's socket can't be used.
    func notify(_ notices: [Notice]) throws(Errno) {
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Errno.current }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array(socket.utf8)
        guard path.count < MemoryLayout.size(ofValue: address.sun_path) else { throw Errno.fileNameTooLong }
        withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            bytes.copyBytes(from: path)
            // A name in the abstract name space begins with a zero byte.
            if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
        let text = Array(notices.map(\.line).joined(separator: "\n").utf8)
        let sent = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, text, text.count, Int32(MSG_NOSIGNAL), $0, length)
            }
        }
        guard sent == text.count else { throw Errno.current }
    }
}
