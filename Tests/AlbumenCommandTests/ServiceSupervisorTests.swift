import AlbumenTestSupport
import Foundation
import SystemPackage
import Testing

@testable import AlbumenCommand

/// A socket that receives notifications, as systemd's.
final class NotificationSocket {
    let name: String
    private let descriptor: Int32

    /// - Parameter name: A path, or a name in the abstract name space that begins with `@`.
    init(_ name: String) throws {
        self.name = name
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            bytes.copyBytes(from: Array(name.utf8))
            if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + name.utf8.count)
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 }
        }
        guard isBound else { throw Errno(rawValue: errno) }
    }

    deinit { close(descriptor) }

    /// Waits for the next notification.
    func next() -> String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}

@Suite(.blocking) struct ServiceSupervisorTests {
    @Test func `without a socket there is no supervisor`() {
        #expect(ServiceSupervisor(environment: [:]) == nil)
        #expect(ServiceSupervisor(environment: ["NOTIFY_SOCKET": "relative"]) == nil)
    }

    @Test func `notices are lines of one datagram`() throws {
        let folder = try TemporaryFolder()
        let socket = try NotificationSocket(folder.file("notify").path)
        let supervisor = try #require(ServiceSupervisor(environment: ["NOTIFY_SOCKET": socket.name]))
        try supervisor.notify([.ready, .status("one\ntwo")])
        let lines = socket.next().split(separator: "\n")
        #expect(lines.first == "READY=1")
        #expect(lines.count == 2, "a status can't add lines")
    }

    @Test func `a socket in the abstract name space works`() throws {
        let socket = try NotificationSocket("@albumen-test-\(UUID().uuidString)")
        let supervisor = try #require(ServiceSupervisor(environment: ["NOTIFY_SOCKET": socket.name]))
        try supervisor.notify([.stopping])
        #expect(socket.next() == "STOPPING=1")
    }

    @Test func `a socket that is gone is an error`() throws {
        let supervisor = try #require(ServiceSupervisor(environment: ["NOTIFY_SOCKET": "/nonexistent/socket"]))
        #expect(throws: Errno.noSuchFileOrDirectory) { try supervisor.notify([.ready]) }
    }

    @Test func `the watchdog's time is for the process that it names`() {
        func time(_ more: [String: String]) -> Duration? {
            ServiceSupervisor(environment: ["NOTIFY_SOCKET": "/s"].merging(more) { $1 }, process: 7)?.watchdogTime
        }
        #expect(time([:]) == nil)
        #expect(time(["WATCHDOG_USEC": "2000000"]) == .seconds(2))
        #expect(time(["WATCHDOG_USEC": "2000000", "WATCHDOG_PID": "7"]) == .seconds(2))
        #expect(time(["WATCHDOG_USEC": "2000000", "WATCHDOG_PID": "8"]) == nil)
        #expect(time(["WATCHDOG_USEC": "0"]) == nil)
        #expect(time(["WATCHDOG_USEC": "soon"]) == nil)
    }

    @Test func `lines for the journal have their level`() {
        #expect(Journal.marked("one\ntwo", as: .error) == "<3>one\n<3>two")
        #expect(!Journal.receives(.standardError, environment: [:]))
        #expect(!Journal.receives(.standardError, environment: ["JOURNAL_STREAM": "0:0"]))
    }
}
