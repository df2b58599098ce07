import Foundation
import Glibc

/// `ShippingWriter` in a process of its own. It ends when its input does.
final class OtherProcess {
    private let process = Process()
    private let input = Pipe()

    init(_ arguments: String...) throws {
        process.executableURL = try URL(
            fileURLWithPath: FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        )
        .deletingLastPathComponent().appending(path: "ShippingWriter")
        process.arguments = arguments
        process.standardInput = input
        try process.run()
    }

    var isRunning: Bool { process.isRunning }

    /// Ends the process at any point of its work.
    func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Waits until the process ends by itself.
    func status() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }
}

extension ShippedCatalog {
    func canLockInAnotherProcess() throws -> Bool {
        let status = try OtherProcess("lock", path).status()
        precondition(status == 0 || status == 5)
        return status == 0
    }
}
