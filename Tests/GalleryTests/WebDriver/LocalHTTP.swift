import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// Sends requests to programs of this machine.
///
/// Doesn't use `URLSession`: on Linux it ignores chromedriver's headers, which have no space after the colon.
enum LocalHTTP {
    struct Answer: Sendable {
        let status: Int
        let headers: HTTPHeaders
        let body: Data

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    private static let answerLimit = 64 << 20

    /// - Parameters:
    ///   - target: The path and query.
    ///   - headers: Headers to add or replace.
    static func send(
        _ method: HTTPMethod, _ target: String, toPort port: Int, headers: [String: String] = [:],
        body: Data? = nil
    ) async throws -> Answer {
        var head = HTTPRequestHead(version: .http1_1, method: method, uri: target)
        head.headers = ["Host": "127.0.0.1:\(port)", "Connection": "close"]
        if let body { head.headers.add(name: "Content-Length", value: String(body.count)) }
        for (name, value) in headers { head.headers.replaceOrAdd(name: name, value: value) }
        let connection = try await connect(to: port)
        return try await connection.executeThenClose { inbound, outbound in
            var parts: [HTTPClientRequestPart] = [.head(head)]
            if let body { parts.append(.body(.byteBuffer(ByteBuffer(bytes: body)))) }
            // Written at once, because a server with a complete request may answer and close before a later part is
            // written.
            try await outbound.write(contentsOf: parts + [.end(nil)])
            for try await answer in inbound {
                return Answer(
                    status: Int(answer.head.status.code), headers: answer.head.headers,
                    body: answer.body.map { Data($0.readableBytesView) } ?? Data())
            }
            throw ChannelError.inputClosed
        }
    }

    private static func connect(
        to port: Int
    ) async throws -> NIOAsyncChannel<NIOHTTPClientResponseFull, HTTPClientRequestPart> {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHTTPClientHandlers()
                    try pipeline.addHandler(NIOHTTPClientResponseAggregator(maxContentLength: answerLimit))
                    return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
                }
            }
    }
}
