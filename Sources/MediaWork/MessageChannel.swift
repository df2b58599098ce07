import CAlbumenSystem
import Foundation
import MediaRequests

/// One end of the socket between a host and a worker. A message is a value in JSON. Messages of the host can contain
/// descriptors, and messages of a worker can't.
///
/// Only one thread can use a channel at a time: the one that waits for the next answer.
struct MessageChannel {
    /// The size limit of a message. It fits in the kernel's default socket buffer, so a send doesn't block if the other
    /// end has read the messages before.
    static let messageLimitInBytes = 160 * 1024

    enum Failure: Error {
        /// The other end is closed.
        case closed
        case timedOut
        case system(errno: Int32)
        case malformed(String)
    }

    let socket: Int32
    /// Whether a send waits until the other end has read. A host doesn't wait, because a worker may never read.
    var waitsForSpace = true

    func send(_ message: some Encodable, descriptors: [Int32] = []) throws {
        let bytes = try JSONEncoder().encode(message)
        guard bytes.count <= Self.messageLimitInBytes else {
            throw Failure.malformed("a message of \(bytes.count) bytes passes the limit of \(Self.messageLimitInBytes)")
        }
        let failure = bytes.withUnsafeBytes {
            albumen_send_message(
                socket, $0.baseAddress, $0.count, descriptors, Int32(descriptors.count), waitsForSpace ? 1 : 0)
        }
        switch failure {
        case 0: return
        case EAGAIN: throw Failure.malformed("the other end doesn't read its messages")
        case EPIPE, ECONNRESET: throw Failure.closed
        default: throw Failure.system(errno: failure)
        }
    }

    enum Awaited {
        case message
        case event
    }

    /// Waits until a message arrives or `event` is raised. A timeout of -1 waits forever.
    func wait(timeoutInMilliseconds: Int32, unless event: Int32 = -1) throws -> Awaited {
        switch albumen_await_message(socket, event, timeoutInMilliseconds) {
        case 0: return .message
        case 1: return .event
        case -ETIMEDOUT: throw Failure.timedOut
        case let failure: throw Failure.system(errno: -failure)
        }
    }

    /// Returns the next message and its descriptors, which the caller must close.
    ///
    /// - Parameters:
    ///   - descriptorLimit: The number of descriptors to accept. The kernel closes any others.
    ///   - timeoutInMilliseconds: The timeout. -1 waits forever.
    func receive<Message: Decodable>(
        _ type: Message.Type, descriptorLimit: Int = 0, timeoutInMilliseconds: Int32 = -1
    ) throws -> (message: Message, descriptors: [Int32]) {
        var descriptors = [Int32](repeating: -1, count: descriptorLimit)
        let bytes = try Data(unsafeUninitializedCapacity: Self.messageLimitInBytes) { buffer in
            let count = albumen_receive_message(
                socket, buffer.baseAddress, buffer.count, &descriptors, Int32(descriptorLimit), timeoutInMilliseconds)
            guard count >= 0 else {
                throw count == -Int(ETIMEDOUT) ? Failure.timedOut : Failure.system(errno: Int32(-count))
            }
            return count
        }
        let received = descriptors.filter { $0 >= 0 }
        do {
            guard !bytes.isEmpty else { throw Failure.closed }
            return (try JSONDecoder().decode(type, from: bytes), received)
        } catch {
            for descriptor in received { close(descriptor) }
            throw error is Failure ? error : Failure.malformed(String(describing: error))
        }
    }
}

/// A request or an answer. Both have the same number, so that an answer can't be assigned to another file.
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
