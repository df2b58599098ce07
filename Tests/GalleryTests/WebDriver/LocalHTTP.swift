import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// Requests to programs of this machine.
///
/// Not `URLSession`: on Linux that takes chromedriver's headers, which have no space behind the colon, for none.
enum LocalHTTP {
    struct Answer: Sendable {
        let status: Int
        let headers: HTTPHeaders
        let body: Data

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    private static let answerLimit = 64 << 20

    /// - Parameters:
    ///   - target: path and query.
    ///   - headers: further ones, and those that are to be other than usual.
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
            // All at once: a server that has the whole request answers and closes before a later part is written.
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
