import Foundation
import LocalSockets
import NIOCore
import NIOPosix
import SystemPackage

/// Finds a source that describes this machine's sockets correctly, with a connection whose user is known.
struct SocketTableProbe {
    static let tables: [any SocketTable] = [DiagnosticSocketTable(), ProcessSocketTable()]

    /// Returns the first of the sources that describes a connection of this process correctly.
    ///
    /// - Parameter host: The address that the server listens at.
    /// - Throws: `ServerError` if no source does.
    static func table(at host: String, among tables: [any SocketTable] = tables) async throws -> any SocketTable {
        let group = MultiThreadedEventLoopGroup.singleton
        let listener: any Channel
        do {
            listener = try await ServerBootstrap(group: group).bind(host: host, port: 0).get()
        } catch let error as IOError {
            throw ServerError.cannotListen(at: host, error)
        }
        do {
            guard let server = listener.localAddress else { throw ServerError.unknownUsers }
            let client = try await ClientBootstrap(group: group).connect(to: server).get()
            let found = tables.first { describes(client, connectedTo: server, $0) }
            try await client.close()
            try await listener.close()
            guard let found else { throw ServerError.unknownUsers }
            return found
        } catch {
            try? await listener.close()
            throw error
        }
    }

    /// Returns whether a source describes the connection correctly. A source that throws doesn't, for example because
    /// the kernel denies the query.
    private static func describes(
        _ client: any Channel, connectedTo server: SocketAddress, _ table: any SocketTable
    ) -> Bool {
        guard let local = client.localAddress.flatMap(SocketEndpoint.init), let remote = SocketEndpoint(server),
            let socket = try? table.socket(at: local, connectedTo: remote)
        else { return false }
        return socket.user == geteuid() && socket.isOpen(by: geteuid())
    }
}

extension ServerError {
    static let unknownUsers = ServerError(
        .unknownUsers,
        "This system doesn't say which user a connection belongs to, neither by socket diagnostics nor in "
            + "/proc/net/tcp, so other users of this machine could use the library. "
            + "Run albumen serve outside of this container or sandbox."
    )

    static func cannotListen(at host: String, _ error: IOError) -> ServerError {
        ServerError(.cannotListen, "Nothing can listen at \(host): \(Errno(rawValue: error.errnoCode)).")
    }
}
