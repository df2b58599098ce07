import Foundation
import NIOCore
import NIOPosix

@testable import AlbumenServer

/// A connection on which a test writes and reads raw bytes.
struct RawConnection {
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var parts: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private var text = ""

    static func with<Value>(
        _ address: ServerAddress, _ body: (inout RawConnection) async throws -> Value
    ) async throws -> Value {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connect(host: address.host, port: address.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            var connection = RawConnection(outbound: outbound, parts: inbound.makeAsyncIterator())
            return try await body(&connection)
        }
    }

    func send(_ text: String) async throws { try await outbound.write(ByteBuffer(string: text)) }

    func closeOutput() { outbound.finish() }

    /// Returns all received bytes, up to the given text or the end of the server's direction.
    mutating func read(until end: String? = nil) async throws -> String {
        while !(end.map(text.contains) ?? false), let part = try await parts.next() { text += String(buffer: part) }
        defer { text = "" }
        return text
    }
}
