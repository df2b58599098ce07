import CAlbumenSystem
import Foundation

/// One end of the socket between a host and a worker: a message is a value in JSON, with at most one descriptor.
///
/// Not for two threads at once: a channel belongs to whoever waits for its next answer.
struct MessageChannel {
    /// A message fits into the kernel's default socket buffer, so that a send never waits for the other side.
    static let messageLimitInBytes = 160 * 1024

    enum Failure: Error {
        /// The other side is gone.
        case closed
        case timedOut
        case system(errno: Int32)
        case malformed(String)
    }

    let socket: Int32

    func send(_ message: some Encodable, descriptor: Int32? = nil) throws {
        let bytes = try JSONEncoder().encode(message)
        guard bytes.count <= Self.messageLimitInBytes else {
            throw Failure.malformed("a message of \(bytes.count) bytes passes the limit of \(Self.messageLimitInBytes)")
        }
        let failure = bytes.withUnsafeBytes {
            albumen_send_message(socket, $0.baseAddress, $0.count, descriptor ?? -1)
        }
        switch failure {
        case 0: return
        case EPIPE, ECONNRESET: throw Failure.closed
        default: throw Failure.system(errno: failure)
        }
    }

    enum Awaited {
        case message
        case event
    }

    /// Waits until there is something to receive, or `event` was raised. A timeout of minus one waits for ever.
    func wait(timeoutInMilliseconds: Int32, unless event: Int32 = -1) throws -> Awaited {
        switch albumen_await_message(socket, event, timeoutInMilliseconds) {
        case 0: return .message
        case 1: return .event
        case -ETIMEDOUT: throw Failure.timedOut
        case let failure: throw Failure.system(errno: -failure)
        }
    }

    /// The next message and the descriptor that came with it, which the caller closes. `timeoutInMilliseconds` of
    /// minus one waits for ever.
    func receive<Message: Decodable>(
        _ type: Message.Type, timeoutInMilliseconds: Int32 = -1
    ) throws -> (message: Message, descriptor: Int32?) {
        var descriptor: Int32 = -1
        let bytes = try Data(unsafeUninitializedCapacity: Self.messageLimitInBytes) { buffer in
            let count = albumen_receive_message(
                socket, buffer.baseAddress, buffer.count, &descriptor, timeoutInMilliseconds)
            guard count >= 0 else {
                throw count == -Int(ETIMEDOUT) ? Failure.timedOut : Failure.system(errno: Int32(-count))
            }
            return count
        }
        guard !bytes.isEmpty else {
            if descriptor >= 0 { close(descriptor) }
            throw Failure.closed
        }
        do {
            return (try JSONDecoder().decode(type, from: bytes), descriptor >= 0 ? descriptor : nil)
        } catch {
            if descriptor >= 0 { close(descriptor) }
            throw Failure.malformed(String(describing: error))
        }
    }
}

/// A request or its answer, which has the same number, so that no answer is taken for that of another file.
struct Numbered<Message: Codable>: Codable {
    var number: Int
    var message: Message
}

extension Data {
    fileprivate init(unsafeUninitializedCapacity capacity: Int, _ fill: (UnsafeMutableRawBufferPointer) throws -> Int)
        rethrows
    {
        let bytes = try [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            count = try fill(UnsafeMutableRawBufferPointer(buffer))
        }
        self = Data(bytes)
    }
}
