import Foundation
import HTTPTransfers
import LibraryFiles
import LocalSockets
import SystemCalls
import SystemPackage

/// A server that gets a token only if it's the expected program.
struct CheckedServer: Sendable {
    /// The address without a path.
    let address: String
    /// The library's server, or `nil` for any program of the owner.
    let process: pid_t?
    let owner: uid_t

    /// Returns the owner of a library's folder.
    static func owner(of folder: URL) throws -> uid_t {
        do throws(Errno) {
            return try Stat(folder.path).owner
        } catch {
            throw CommandFailure("\(folder.path) can't be read: \(error).")
        }
    }

    /// Checks the other end of a connection before anything is sent.
    ///
    /// - Throws: `CommandFailure` if it isn't a socket of the owner or of root, or if the library's server doesn't have
    ///   it open.
    func check(_ connection: TransferConnection) throws {
        guard
            let server = SocketEndpoint(address: connection.remoteAddress, port: connection.remotePort),
            let own = SocketEndpoint(address: connection.localAddress, port: connection.localPort),
            let socket = try PeerSocket.accepted(at: server, from: own)
        else { throw failure("the kernel doesn't say whose it is") }
        guard socket.isOpen(by: owner) else {
            throw failure("it belongs to the user \(UserName.of(socket.user)), and not to \(UserName.of(owner))")
        }
        guard process.map(socket.isOpen(inProcess:)) ?? true else {
            throw failure("it isn't the server of this library")
        }
    }

    private func failure(_ reason: String) -> CommandFailure {
        CommandFailure(
            "The program at \(address) got nothing, because \(reason). Start the library's server with: albumen serve")
    }
}
