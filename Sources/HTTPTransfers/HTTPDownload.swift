import CLibCurl
package import Foundation
import Synchronization

/// The body of an answer, which one thread reads piece by piece. The server sends no faster than the thread reads.
///
/// The rules of `HTTPTransfer` apply.
// Unchecked because only the reading thread uses the state outside of `run`.
package final class HTTPDownload: @unchecked Sendable {
    /// The largest number of bytes in memory that weren't read, except for libcurl's own buffer.
    private static let bufferLimit = 1 << 20

    private struct Run {
        var handle: TransferHandle?
        var isCancelled = false
    }

    private let request: TransferRequest
    private let run = Mutex(Run())
    private var exchange: TransferExchange?
    private var buffer = Data()
    private var isPaused = false
    private var hasEnded = false

    package init(_ request: TransferRequest) {
        self.request = request
    }

    deinit { close() }

    /// The status and the fields. They're complete after the first call of `next`.
    package var answer: TransferAnswer { exchange?.answer ?? TransferAnswer() }

    /// Ends the transfer with the error `cancelled`, also before it starts. Call it on any thread.
    package func cancel() {
        run.withLock { run in
            run.isCancelled = true
            run.handle?.wake()
        }
    }

    /// Sends the request with the first call. Returns the next bytes of the body, or `nil` at its end. Blocks.
    ///
    /// - Throws: `TransferError`, or the error of the request's check. Don't call it again afterwards.
    package func next() throws -> Data? {
        if hasEnded { return nil }
        do {
            let handle = try startedHandle()
            if isPaused {
                isPaused = false
                try check(handle.resume(), handle)
            }
            if buffer.isEmpty {
                let result = try handle.perform(until: { !buffer.isEmpty }, check: checkCancelled)
                if let result {
                    hasEnded = true
                    try check(result, handle)
                    close()
                }
            }
        } catch {
            hasEnded = true
            close()
            throw error
        }
        guard !buffer.isEmpty else { return nil }
        defer { buffer = Data() }
        return buffer
    }

    private func startedHandle() throws -> TransferHandle {
        if let handle = run.withLock({ $0.handle }) {
            try checkCancelled()
            return handle
        }
        let exchange = TransferExchange(request) { [unowned self] _, bytes in self.take(bytes) }
        guard let handle = TransferHandle(exchange) else {
            throw TransferError(.protocolViolation, "libcurl can't start a transfer from \(request.address).")
        }
        self.exchange = exchange
        run.withLock { $0.handle = handle }
        return handle
    }

    private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard buffer.isEmpty || buffer.count + bytes.count <= Self.bufferLimit else {
            isPaused = true
            return false
        }
        buffer.append(contentsOf: bytes)
        return true
    }

    private func checkCancelled() throws {
        if run.withLock({ $0.isCancelled }) { throw TransferError.cancelled(request.address) }
    }

    private func check(_ result: CURLcode, _ handle: TransferHandle) throws {
        if let failure = exchange?.failure { throw failure }
        guard result == CURLE_OK else {
            throw TransferError(result, detail: handle.failureText, address: request.address)
        }
    }

    private func close() {
        let handle = run.withLock { run in
            defer { run.handle = nil }
            return run.handle
        }
        handle?.close()
    }
}
