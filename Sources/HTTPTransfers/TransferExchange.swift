import Foundation
import SystemCalls
import SystemPackage

/// What libcurl's callbacks of one transfer use: the request, and the answer so far. Only the transferring
/// thread has it.
final class TransferExchange {
    let request: TransferRequest
    /// The longest head of an answer in bytes.
    private static let headLimit = 64 << 10

    /// Takes a piece of the body, or returns `false` to get it later.
    typealias Taker = (TransferAnswer, UnsafeRawBufferPointer) throws -> Bool

    private let receive: Taker
    private(set) var answer = TransferAnswer()
    /// The error of a callback, which ends the transfer.
    private(set) var failure: (any Error)?
    private var sentCount: Int64 = 0
    private var headCount = 0

    init(_ request: TransferRequest, _ receive: @escaping Taker) {
        self.request = request
        self.receive = receive
    }

    /// Returns whether the transfer may go on.
    func check(_ connection: TransferConnection) -> Bool {
        succeeds { try request.check?(connection) }
    }

    /// Takes a line of the answer's head. An answer such as 100 precedes another one. Returns whether the transfer may
    /// go on.
    func takeLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
        headCount += bytes.count
        guard headCount <= Self.headLimit else {
            failure = TransferError(.tooLong, "The head of the answer from \(request.address) is too long.")
            return false
        }
        let line = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        if line.hasPrefix("HTTP/") {
            let status = line.split(separator: " ", maxSplits: 2).dropFirst().first
            answer = TransferAnswer(status: status.flatMap { Int($0) } ?? 0)
        } else if let colon = line.firstIndex(of: ":") {
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            answer.fields[line[..<colon].lowercased()] = value
        }
        return true
    }

    /// Passes on a piece of the body. Returns whether it was taken, or `nil` after a failure.
    func take(_ bytes: UnsafeRawBufferPointer) -> Bool? {
        var isTaken = false
        return succeeds { isTaken = try receive(answer, bytes) } ? isTaken : nil
    }

    /// Copies the next bytes of a file to send. Returns their number, 0 at the end, or `nil` after a failure.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
        guard case .file(let file, let range) = request.body else { return 0 }
        let rest = Int64(range.count) - sentCount
        guard rest > 0, !buffer.isEmpty else { return 0 }
        var count = 0
        let isRead = succeeds {
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(min(rest, Int64(buffer.count)))))
            count = try file.read(at: range.lowerBound + sentCount, into: part)
            guard count > 0 else {
                throw TransferError(.interrupted, "The file became shorter while it was sent to \(request.address).")
            }
        }
        guard isRead else { return nil }
        sentCount += Int64(count)
        request.noteSent?(sentCount)
        return count
    }

    /// Continues to send at an offset of the file's part, for example after a connection was lost.
    func seek(to offset: Int64) -> Bool {
        guard case .file(_, let range) = request.body, (0...Int64(range.count)).contains(offset) else { return false }
        sentCount = offset
        return true
    }

    private func succeeds(_ body: () throws -> Void) -> Bool {
        do {
            try body()
            return true
        } catch {
            failure = error
            return false
        }
    }
}
