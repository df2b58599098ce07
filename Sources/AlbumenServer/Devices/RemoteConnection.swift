import NIOCore

/// A connection of another device. `RemoteConnection.current` is set while its requests are handled.
struct RemoteConnection: Sendable {
    /// The number of the connection in `DeviceConnections`.
    let number: Int
    /// The numeric address of the device, or of the proxy.
    let address: String
    /// Whether the other end is a trusted proxy, which says whose requests it passes on.
    let isProxy: Bool

    /// The connection of the current task, or `nil` if it's of this machine.
    @TaskLocal static var current: RemoteConnection?
}
