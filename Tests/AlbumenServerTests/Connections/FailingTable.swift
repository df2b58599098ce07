import Foundation
import LocalSockets
import Synchronization
import SystemPackage

@testable import AlbumenServer

/// The kernel's socket table, until it fails.
final class FailingTable: SocketTable {
    private let kernel = DiagnosticSocketTable()
    private let hasFailed = Mutex(false)

    func fail() { hasFailed.withLock { $0 = true } }

    func socket(at local: SocketEndpoint, connectedTo remote: SocketEndpoint) throws -> PeerSocket? {
        guard !hasFailed.withLock({ $0 }) else { throw SocketTableFailure(errno: .noBufferSpace) }
        return try kernel.socket(at: local, connectedTo: remote)
    }
}
