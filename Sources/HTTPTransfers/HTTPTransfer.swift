import CLibCurl
package import Foundation
import Synchronization

/// One transfer over HTTP with libcurl. It blocks the calling thread.
///
/// It uses no proxy, follows no redirection, stores no cookie, and speaks only `http` and `https`. A body is passed on
/// piece by piece and is never in memory as a whole.
package final class HTTPTransfer: Sendable {
    /// Receives a piece of an answer's body. The bytes are valid until it returns. If it throws, the transfer ends with
    /// the same error.
    package typealias Receiver = (TransferAnswer, UnsafeRawBufferPointer) throws -> Void

    private struct Run {
        var handle: TransferHandle?
        var isCancelled = false
    }

    private let request: TransferRequest
    private let run = Mutex(Run())

    package init(_ request: TransferRequest) {
        self.request = request
    }

    package var isCancelled: Bool { run.withLock { $0.isCancelled } }

    /// Ends the transfer with the error `cancelled`, also before it starts. Call it on any thread.
    package func cancel() {
        run.withLock { run in
            run.isCancelled = true
            run.handle?.wake()
        }
    }

    /// Sends the request and receives the answer. Call it once.
    ///
    /// - Throws: `TransferError`, or the error of the request's check, of `receive`, or of reading a file to send.
    @discardableResult
    package func perform(_ receive: Receiver) throws -> TransferAnswer {
        try withoutActuallyEscaping(receive) { receive in
            let exchange = TransferExchange(request) { answer, bytes in
                try receive(answer, bytes)
                return true
            }
            guard let handle = TransferHandle(exchange) else {
                throw TransferError(.protocolViolation, "libcurl can't start a transfer from \(request.address).")
            }
            run.withLock { $0.handle = handle }
            defer {
                run.withLock { $0.handle = nil }
                handle.close()
            }
            let result = try handle.perform {
                if self.isCancelled { throw TransferError.cancelled(request.address) }
            }
            if let failure = exchange.failure { throw failure }
            guard result == CURLE_OK else {
                throw TransferError(result ?? CURLE_FAILED_INIT, detail: handle.failureText, address: request.address)
            }
            return exchange.answer
        }
    }

    /// Sends the request and returns the answer with its body.
    ///
    /// - Parameter limit: The longest body in bytes.
    /// - Throws: As ``perform(_:)``, and `tooLong` for a longer body.
    package func data(limit: Int = 1 << 20) throws -> (TransferAnswer, Data) {
        var body = Data()
        let answer = try perform { _, bytes in
            guard body.count + bytes.count <= limit else {
                throw TransferError(.tooLong, "The answer from \(request.address) is longer than \(limit) bytes.")
            }
            body.append(contentsOf: bytes)
        }
        return (answer, body)
    }
}
