import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Collects the body of an answer without a socket.
final class AnswerBody: ResponseBodyWriter {
    private let collected = Mutex(ByteBuffer())

    func write(_ buffer: ByteBuffer) async throws {
        collected.withLock { _ = $0.writeImmutableBuffer(buffer) }
    }

    func finish(_: HTTPFields?) async throws {}

    var bytes: [UInt8] { collected.withLock { Array($0.readableBytesView) } }
}
