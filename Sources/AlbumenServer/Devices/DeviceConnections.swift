import Albumen
import NIOCore
import Synchronization

/// The connections of other devices. It limits their number, and closes those of devices that are signed out, and of
/// senders and sites that are removed, in the middle of whatever they transfer.
final class DeviceConnections: Sendable {
    private struct Entry {
        /// The part of the address that one machine can't choose.
        let network: String
        let channel: any Channel
        /// The identifiers of the sign-ins, senders and sites that have used the connection: none before its first
        /// admitted request.
        var signIns: Set<String> = []
    }

    private struct State {
        var lastNumber = 0
        var entries: [Int: Entry] = [:]
        var bell: ChangeFeed.Subscription?
    }

    /// The largest number of connections.
    static let limit = 256
    /// The largest number of connections that no device has used yet.
    static let unknownLimit = 64
    /// The largest number of connections of one network that no device has used yet: of one address of version 4, or of
    /// the addresses of version 6 that a machine can have.
    static let networkLimit = 16
    /// The time in which a device has to use its connection.
    static let patience = TimeAmount.seconds(60)

    private let isSignedIn: @Sendable (String) -> Bool
    private let state = Mutex(State())

    /// - Parameter isSignedIn: Returns whether a lasting sign-in, a sender or a connected site has not ended.
    init(isSignedIn: @escaping @Sendable (String) -> Bool) {
        self.isSignedIn = isSignedIn
    }

    /// Closes the connections of devices that are signed out from now on, until `stop`.
    ///
    /// - Throws: `LibraryError` if the library can't report changes.
    func start(for library: Library) throws {
        let bell = try library.changes.subscribeToBell { [weak self] in self?.closeSignedOut() }
        state.withLock { $0.bell = bell }
    }

    func stop() {
        let bell = state.withLock { state in
            defer { state.bell = nil }
            return state.bell
        }
        bell?.cancel()
    }

    /// Counts a connection, and returns its number. Returns `nil` if there are too many.
    ///
    /// If too many unknown ones are open, closes one of the network that has most, so that paired devices still reach
    /// the server.
    ///
    /// - Parameter isProxy: Whether the other end is a proxy, which connects for many devices.
    func enter(_ channel: any Channel, from address: String, isProxy: Bool) -> Int? {
        let network = AttemptLimit.network(of: address)
        let (number, victim) = state.withLock { state -> (Int?, (any Channel)?) in
            let unknown = state.entries.filter { $0.value.signIns.isEmpty }
            guard isProxy || unknown.values.count(where: { $0.network == network }) < Self.networkLimit else {
                return (nil, nil)
            }
            var victim: (any Channel)?
            if !isProxy, unknown.count >= Self.unknownLimit {
                let largest = Dictionary(grouping: unknown, by: \.value.network).values.max { $0.count < $1.count }
                if let oldest = largest?.min(by: { $0.key < $1.key }) {
                    victim = state.entries.removeValue(forKey: oldest.key)?.channel
                }
            }
            guard state.entries.count < Self.limit else { return (nil, victim) }
            state.lastNumber += 1
            state.entries[state.lastNumber] = Entry(network: network, channel: channel)
            return (state.lastNumber, victim)
        }
        if let victim { Self.close(victim) }
        return number
    }

    func leave(_ number: Int) {
        state.withLock { $0.entries[number] = nil }
    }

    /// Notes that a connection is of a signed-in device, a sender or a connected site.
    func note(_ signIn: String, on number: Int) {
        state.withLock { _ = $0.entries[number]?.signIns.insert(signIn) }
    }

    /// Whether no device has used a connection yet.
    func isUnknown(_ number: Int) -> Bool {
        state.withLock { $0.entries[number]?.signIns.isEmpty ?? false }
    }

    /// The number of open connections.
    var count: Int { state.withLock { $0.entries.count } }

    private func closeSignedOut() {
        let signIns = state.withLock { state in state.entries.values.reduce(into: Set()) { $0.formUnion($1.signIns) } }
        let ended = signIns.filter { !isSignedIn($0) }
        guard !ended.isEmpty else { return }
        let channels = state.withLock { state in
            state.entries.values.filter { !$0.signIns.isDisjoint(with: ended) }.map(\.channel)
        }
        for channel in channels { Self.close(channel) }
    }

    private static func close(_ channel: any Channel) {
        channel.eventLoop.execute {
            // Below TLS, which would wait for the other end. A closed channel has no handlers.
            let handler = try? channel.pipeline.syncOperations.context(handlerType: DeviceConnectionHandler.self)
            handler?.close(promise: nil)
        }
    }
}
