internal import Foundation
internal import Glibc

/// One end of the socket between an import and the program that reads cameras.
///
/// A message is the length of its head and the number of its bytes, each in four bytes with the highest first, then the
/// head in JSON, then the bytes. Only one thread can use a channel at a time.
package struct CameraChannel: Sendable {
    package static let headLimit = 32 << 10
    package static let bytesLimit = 1 << 20

    package enum Failure: Error, Hashable {
        /// The other end is closed.
        case closed
        case timedOut
        case system(errno: Int32)
        case malformed(String)
    }

    private static let prefixByteCount = 8

    package let socket: Int32

    package init(socket: Int32) {
        self.socket = socket
    }

    /// - Parameter deadline: When to give up. `nil` waits forever.
    package func send(
        _ head: some Encodable, bytes: UnsafeRawBufferPointer = .init(start: nil, count: 0),
        by deadline: ContinuousClock.Instant? = nil
    ) throws(Failure) {
        let encoded: Data
        do {
            encoded = try JSONEncoder().encode(head)
        } catch {
            throw .malformed("a head can't be encoded: \(error)")
        }
        guard encoded.count <= Self.headLimit, bytes.count <= Self.bytesLimit else {
            throw .malformed("a message is too long")
        }
        var message: [UInt8] = []
        message.reserveCapacity(Self.prefixByteCount + encoded.count + bytes.count)
        for count in [encoded.count, bytes.count] {
            withUnsafeBytes(of: UInt32(truncatingIfNeeded: count).bigEndian) { message += $0 }
        }
        message += encoded
        message += bytes
        var sent = 0
        while sent < message.count {
            try wait(Int16(POLLOUT), deadline)
            let count = message.withUnsafeBytes {
                Glibc.send(
                    socket, $0.baseAddress?.advanced(by: sent), $0.count - sent,
                    Int32(truncatingIfNeeded: MSG_NOSIGNAL) | Int32(truncatingIfNeeded: MSG_DONTWAIT))
            }
            if count >= 0 {
                sent += count
                continue
            }
            try Self.throwUnlessRetried(errno)
        }
    }

    /// Returns the next message.
    ///
    /// - Parameter deadline: When to give up. `nil` waits forever.
    /// - Throws: `malformed` if a length passes its limit, before memory is taken for it.
    package func receive<Head: Decodable>(
        _ type: Head.Type, by deadline: ContinuousClock.Instant? = nil
    ) throws(Failure) -> (head: Head, bytes: [UInt8]) {
        let prefix = try receive(Self.prefixByteCount, deadline)
        let headCount = prefix[0..<4].reduce(0) { $0 << 8 | Int($1) }
        let bytesCount = prefix[4..<8].reduce(0) { $0 << 8 | Int($1) }
        guard headCount <= Self.headLimit, bytesCount <= Self.bytesLimit else {
            throw .malformed("a message of \(headCount) and \(bytesCount) bytes passes the limit")
        }
        let encoded = try receive(headCount, deadline)
        let bytes = try receive(bytesCount, deadline)
        do {
            return (try JSONDecoder().decode(type, from: Data(encoded)), bytes)
        } catch {
            throw .malformed("a head isn't a message")
        }
    }

    private func receive(_ count: Int, _ deadline: ContinuousClock.Instant?) throws(Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var received = 0
        while received < count {
            try wait(Int16(POLLIN), deadline)
            let read = bytes.withUnsafeMutableBytes {
                recv(
                    socket, $0.baseAddress?.advanced(by: received), count - received,
                    Int32(truncatingIfNeeded: MSG_DONTWAIT))
            }
            if read > 0 {
                received += read
                continue
            }
            guard read < 0 else { throw .closed }
            try Self.throwUnlessRetried(errno)
        }
        return bytes
    }

    private static func throwUnlessRetried(_ failure: Int32) throws(Failure) {
        switch failure {
        case EINTR, EAGAIN: return
        case EPIPE, ECONNRESET: throw .closed
        default: throw .system(errno: failure)
        }
    }

    private func wait(_ events: Int16, _ deadline: ContinuousClock.Instant?) throws(Failure) {
        while true {
            var milliseconds: Int32 = -1
            if let deadline {
                let left = (deadline - .now) / .milliseconds(1)
                guard left > 0 else { throw .timedOut }
                milliseconds = Int32(min(left.rounded(.up), 60_000))
            }
            var entry = pollfd(fd: socket, events: events, revents: 0)
            let count = poll(&entry, 1, milliseconds)
            if count > 0 { return }
            if count < 0, errno != EINTR { throw .system(errno: errno) }
        }
    }
}
