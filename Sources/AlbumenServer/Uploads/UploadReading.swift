import Albumen
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Reads the bytes of a request to the disk. Memory doesn't grow with their number: the client sends more only when the
/// disk has taken what came before.
final class UploadReading: Sendable {
    private struct State {
        var task: Task<Int64, any Error>?
        var isCancelled = false
        var isSlow = false
        /// Whether bytes wait for the disk, so that the client isn't the one that is slow.
        var isWriting = false
        var received: Int64 = 0
    }

    /// The number of bytes that are written at once.
    private static let pieceSize = 512 << 10
    /// A client that sends fewer bytes in this time is cut.
    private static let slowBytes: Int64 = 4_096

    private let patience: Duration
    private let work: BlockingWork
    private let state = Mutex(State())

    init(work: BlockingWork, patience: Duration = .seconds(30)) {
        self.work = work
        self.patience = patience
    }

    /// Ends the reading. What has arrived stays.
    func cancel() {
        state.withLock { state -> Task<Int64, any Error>? in
            state.isCancelled = true
            return state.task
        }?.cancel()
    }

    /// Returns when all bytes are written, but not durable.
    ///
    /// - Parameter expected: The number of bytes, if the request states it.
    /// - Throws: `Refusal` if the client is slow, another request takes this one's place, or the connection breaks.
    func read(_ body: RequestBody, expecting expected: Int64?, into append: UploadAppend) async throws {
        let task = Task { [self] in try await read(body, into: append) }
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
        let guardian = Task { [self] in await watch() }
        defer { guardian.cancel() }
        let count: Int64
        do {
            count = try await task.value
        } catch let error as UploadError {
            throw error
        } catch {
            throw reason ?? error
        }
        if let reason { throw reason }
        // A broken connection can look like the end of the body.
        if let expected, count != expected { throw ChannelError.eof }
    }

    private func read(_ body: RequestBody, into append: UploadAppend) async throws -> Int64 {
        var count: Int64 = 0
        var piece: [UInt8] = []
        piece.reserveCapacity(Self.pieceSize)
        do {
            for try await buffer in body {
                piece.append(contentsOf: buffer.readableBytesView)
                count += Int64(buffer.readableBytes)
                state.withLock { [count] in $0.received = count }
                guard piece.count >= Self.pieceSize else { continue }
                // A piece whose writing fails isn't written again below.
                let full = piece
                piece = []
                piece.reserveCapacity(Self.pieceSize)
                try await write(full, to: append)
            }
        } catch let error where !(error is UploadError) && !piece.isEmpty {
            // What has arrived is kept also if the connection breaks.
            try await write(piece, to: append)
            throw error
        }
        if !piece.isEmpty { try await write(piece, to: append) }
        try Task.checkCancellation()
        return count
    }

    private func write(_ piece: [UInt8], to append: UploadAppend) async throws {
        // Runs also after a cancellation, because the bytes have arrived.
        let work = work
        state.withLock { $0.isWriting = true }
        defer { state.withLock { $0.isWriting = false } }
        try await Task { try await work.upload { try append.write(piece) } }.value
    }

    /// Cuts a client that sends hardly anything.
    private func watch() async {
        var former: Int64 = 0
        while (try? await Task.sleep(for: patience)) != nil {
            let (received, isWriting) = state.withLock { ($0.received, $0.isWriting) }
            if !isWriting, received - former < Self.slowBytes {
                state.withLock { $0.isSlow = true }
                return cancel()
            }
            former = received
        }
    }

    private var reason: Refusal? {
        state.withLock { state in
            if state.isSlow { return .slowBody }
            guard state.isCancelled else { return nil }
            return Refusal(
                status: .conflict, code: "uploadIsBusy",
                message: "Another request sends this file now. Ask for the offset, and continue from there.",
                headers: [.connection: "close"])
        }
    }
}
