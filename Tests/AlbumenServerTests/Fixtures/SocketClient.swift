import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix

@testable import AlbumenServer

/// Sends each request over a new connection. It adds nothing to the request.
enum SocketClient {
    /// The server closed the connection without an answer.
    struct NoAnswer: Error {}

    private typealias Connection = NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>

    static func send(_ request: HTTPRequest, _ body: Data = Data(), to address: ServerAddress) async throws -> Answer {
        try await connect(to: address).executeThenClose { inbound, outbound in
            let content = body.isEmpty ? [] : [HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: body)))]
            do {
                try await outbound.write(
                    contentsOf: [.head(head(of: request, byteCount: body.count))] + content + [.end(nil)])
            } catch let error as ChannelError where error == .ioOnClosedChannel {
                // The server answers a request without a body at once, and refuses a large body without reading it. Its
                // answer can be read even if writing fails.
            }
            return try await answer(inbound)
        }
    }

    /// Sends a request and reads its answer while it arrives. Closes the connection afterwards.
    static func follow<Value>(
        _ request: HTTPRequest, to address: ServerAddress, _ read: (inout EventReader) async throws -> Value
    ) async throws -> Value {
        try await connect(to: address).executeThenClose { inbound, outbound in
            try await outbound.write(contentsOf: [.head(head(of: request, byteCount: 0)), .end(nil)])
            var reader = try await EventReader(inbound)
            return try await read(&reader)
        }
    }

    private static func connect(to address: ServerAddress) async throws -> Connection {
        let bootstrap = ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        return try await bootstrap.connect(host: address.host, port: address.port) { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHTTPClientHandlers()
                return try Connection(wrappingChannelSynchronously: channel)
            }
        }
    }

    private static func head(of request: HTTPRequest, byteCount: Int) -> HTTPRequestHead {
        var headers = HTTPHeaders(request.headerFields.map { ($0.name.rawName, $0.value) })
        if let authority = request.authority { headers.add(name: "Host", value: authority) }
        headers.add(name: "Connection", value: "close")
        if byteCount > 0 { headers.add(name: "Content-Length", value: String(byteCount)) }
        return HTTPRequestHead(
            version: .http1_1, method: HTTPMethod(rawValue: request.method.rawValue), uri: request.path ?? "/",
            headers: headers)
    }

    private static func answer(_ parts: NIOAsyncChannelInboundStream<HTTPClientResponsePart>) async throws -> Answer {
        var head: HTTPResponseHead?
        var body = Data()
        for try await part in parts {
            switch part {
            case .head(let received): head = received
            case .body(let buffer): body.append(contentsOf: buffer.readableBytesView)
            case .end:
                guard let head else { throw NoAnswer() }
                var headers = HTTPFields()
                for (name, value) in head.headers {
                    guard let name = HTTPField.Name(name) else { continue }
                    headers.append(HTTPField(name: name, value: value))
                }
                return Answer(status: Int(head.status.code), headers: headers, body: body)
            }
        }
        throw NoAnswer()
    }
}
