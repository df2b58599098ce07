import Albumen
import NIOCore
import Synchronization

/// The connections of senders on this machine. It closes those of senders that are removed, in the middle of whatever
/// they transfer. `DeviceConnections` does the same for other devices.
final class SenderConnections: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: (channel: any Channel, senders: Set<String>)] = [:]
        var bell: ChangeFeed.Subscription?
        var isStopped = false
    }

    private let library: Library
    private let isKnown: @Sendable (String) -> Bool
    private let state = Mutex(State())

    /// - Parameter isKnown: Returns whether a sender wasn't removed.
    init(for library: Library, isKnown: @escaping @Sendable (String) -> Bool) {
        (self.library, self.isKnown) = (library, isKnown)
    }

    /// Notes that a sender uses a connection.
    ///
    /// - Throws: `LibraryError` if the library can't report changes.
    func note(_ sender: String, _ channel: any Channel) throws {
        try listen()
        let key = ObjectIdentifier(channel)
        let isNew = state.withLock { state in
            let isNew = state.channels[key] == nil
            state.channels[key, default: (channel, [])].senders.insert(sender)
            return isNew
        }
        guard isNew else { return }
        channel.closeFuture.whenComplete { [weak self] _ in self?.state.withLock { $0.channels[key] = nil } }
    }

    func stop() {
        let bell = state.withLock { state in
            defer { (state.bell, state.isStopped) = (nil, true) }
            return state.bell
        }
        bell?.cancel()
    }

    /// The first sender's request subscribes. The server has no senders otherwise.
    private func listen() throws {
        guard state.withLock({ $0.bell == nil && !$0.isStopped }) else { return }
        let bell = try library.changes.subscribeToBell { [weak self] in self?.closeRemoved() }
        let surplus = state.withLock { state -> ChangeFeed.Subscription? in
            guard state.bell == nil, !state.isStopped else { return bell }
            state.bell = bell
            return nil
        }
        surplus?.cancel()
    }

    private func closeRemoved() {
        let senders = state.withLock { state in
            state.channels.values.reduce(into: Set()) { $0.formUnion($1.senders) }
        }
        let removed = senders.filter { !isKnown($0) }
        guard !removed.isEmpty else { return }
        let channels = state.withLock { state in
            state.channels.values.filter { !$0.senders.isDisjoint(with: removed) }.map(\.channel)
        }
        for channel in channels { channel.close(promise: nil) }
    }
}
