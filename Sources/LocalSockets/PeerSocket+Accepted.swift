import Foundation
import Glibc

extension PeerSocket {
    /// The longest time in seconds until a server accepts a connection, on a machine that is busy. Before, the connection
    /// has no user.
    private static let acceptanceTime = 60.0

    /// Returns the socket with which a program of this machine accepted a connection of this process. Blocks.
    ///
    /// - Parameters:
    ///   - server: The server's end of the connection.
    ///   - own: This process's end.
    /// - Returns: The socket, or `nil` if no program accepts the connection in time.
    /// - Throws: If the kernel can't be asked.
    package static func accepted(at server: SocketEndpoint, from own: SocketEndpoint) throws -> PeerSocket? {
        let end = ContinuousClock.now + .seconds(acceptanceTime)
        repeat {
            if let socket = try socket(at: server, connectedTo: own), socket.inode != 0 { return socket }
            usleep(1000)
        } while ContinuousClock.now < end
        return nil
    }

    private static func socket(at local: SocketEndpoint, connectedTo remote: SocketEndpoint) throws -> PeerSocket? {
        do {
            return try DiagnosticSocketTable().socket(at: local, connectedTo: remote)
        } catch {
            // Some containers have no socket diagnostics.
            return try ProcessSocketTable().socket(at: local, connectedTo: remote)
        }
    }

    /// Returns whether a process has the socket open. Returns `false` if this process may not look.
    ///
    /// - Complexity: O(*n*) for *n* open files of the process.
    package func isOpen(inProcess process: Int32) -> Bool {
        let folder = "/proc/\(process)/fd"
        guard inode != 0, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return false }
        return names.contains { name in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")) == "socket:[\(inode)]"
        }
    }
}
