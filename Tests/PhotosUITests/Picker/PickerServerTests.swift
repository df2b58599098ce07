import AlbumenTestSupport
import Foundation
import Synchronization
import Testing

@testable import PhotosUI

/// The check of a server before anything is sent to it.
@MainActor @Suite struct PickerServerTests {
    @Test func `a running server of this user is found by the file in the library's folder`() async throws {
        let folder = try TemporaryFolder()
        let picks = try FakePicks()
        try folder.write(
            Data("{\"address\": \"\(picks.address)\", \"process\": \(getpid())}".utf8), to: "server.json")
        let host = PickerHost()
        host.present(PHPickerConfiguration(), environment: ["ALBUMEN_LIBRARY": folder.path])
        picks.set("added", [])
        #expect(try await host.results().isEmpty)
        #expect(try picks.request != nil)
        host.dismiss(animated: true)
    }

    @Test(.enabled(if: OtherUser.isPossible, OtherUser.reason))
    func `a server of another user gets nothing`() async throws {
        let folder = try TemporaryFolder()
        let (executable, arguments) = OtherUser().command(["/usr/bin/python3", "-c", Self.listener])
        let program = try ProgramRun(executable, arguments)
        let port = try await onOwnThread {
            let port = Mutex("")
            _ = program.waitForOutput { output in
                port.withLock { $0 = String(output.prefix { $0 != "\n" }) }
                return output.contains("\n")
            }
            return port.withLock { $0 }
        }
        try folder.write(
            Data("{\"address\": \"http://127.0.0.1:\(port)\", \"process\": 1}".utf8), to: "server.json")
        let host = PickerHost()
        host.present(
            PHPickerConfiguration(),
            environment: ["ALBUMEN_LIBRARY": folder.path, "ALBUMEN_COMMAND": "/bin/false"])
        #expect(try await host.results().isEmpty)
        // The number of bytes that it received.
        #expect(try await onOwnThread { try program.wait().outputLines } == [port, "0"])
    }

    /// Prints its port, and then the number of bytes of its first connection.
    private static let listener = """
        import socket
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        print(listener.getsockname()[1], flush=True)
        connection = listener.accept()[0]
        received = 0
        while piece := connection.recv(65536): received += len(piece)
        print(received, flush=True)
        """
}
