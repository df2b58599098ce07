internal import Foundation
internal import HTTPTransfers

/// Sends the requests to one server. It sends the key to no other one, because transfers follow no redirections.
///
/// Several threads can use it at the same time.
final class ImmichConnection: Sendable, CustomReflectable {
    /// The longest answer in bytes.
    static let answerLimit = 512 << 20
    private static let errorLimit = 64 << 10
    /// The longest time for an answer of JSON, in seconds.
    private static let longestAnswer: TimeInterval = 600
    private static let longestKey = 1_024
    /// The largest number of attempts to receive one file, if some bytes arrive in each of them.
    private static let downloadAttemptLimit = 50

    let address: ImmichAddress
    private let key: String
    private let allowsPlainHTTP: Bool
    /// The seconds between the attempts.
    private let waits: [TimeInterval]
    private let connections = TransferConnections(limit: 4)

    init(_ server: ImmichServer, allowsPlainHTTP: Bool, waits: [TimeInterval]) throws(SourceError) {
        address = try ImmichAddress(server.address)
        key = server.apiKey.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...Self.longestKey).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw SourceError(
                .unreadable,
                "The API key isn't one of Immich. Copy it from the account settings of Immich, under “API Keys”.")
        }
        self.allowsPlainHTTP = allowsPlainHTTP
        self.waits = waits
        if !address.isSecure, !allowsPlainHTTP, let number = NetworkAddress(address.host), !number.isPrivate {
            throw Self.plainRefusal(address)
        }
    }

    /// The key doesn't appear in a dump of a source or its files.
    var customMirror: Mirror { Mirror(self, children: ["address": address.text]) }

    private static func plainRefusal(_ address: ImmichAddress) -> SourceError {
        SourceError(
            .unsupported,
            """
            The connection to \(address.text) isn't encrypted, and everyone on the way could read the API key. Use an \
            address with “https”, or allow the plain connection (--plain-http).
            """)
    }

    /// Returns whether an error says that the key lacks the permission for a request.
    func isRefusal(_ error: SourceError, of request: ImmichRequest) -> Bool {
        error.message == ImmichFailure.status(403).sourceError(address, request).message
    }

    // MARK: JSON

    /// Returns the value of a short answer.
    func value<Value: Decodable>(_ request: ImmichRequest) throws(SourceError) -> Value {
        let answer: (elements: [Never], value: Value) = try list(request, at: ["?"], limit: 0) { _ in nil }
        return answer.value
    }

    /// Returns the elements of a list in an answer, and the rest of the answer.
    ///
    /// - Parameters:
    ///   - path: The names that lead to the list.
    ///   - limit: The largest number of elements.
    ///   - decode: Returns the part of an element that is kept, or `nil`.
    func list<Element, Value: Decodable>(
        _ request: ImmichRequest, at path: [String], limit: Int, _ decode: (Data) -> Element?
    ) throws(SourceError) -> (elements: [Element], value: Value) {
        try retrying(request) { () throws -> (elements: [Element], value: Value) in
            var splitter = JSONListSplitter(path: path)
            var elements: [Element] = []
            var (count, byteCount) = (0, 0)
            var transfer = transfer(request)
            transfer.totalTimeout = Self.longestAnswer
            let answer = try HTTPTransfer(transfer).perform { answer, bytes in
                byteCount += bytes.count
                guard byteCount <= (answer.isSuccess ? Self.answerLimit : Self.errorLimit) else {
                    throw answer.isSuccess ? ImmichFailure.tooLarge : ImmichFailure.status(answer.status)
                }
                guard answer.isSuccess else { return }
                guard Self.isJSON(answer) else { throw ImmichFailure.notImmich }
                try splitter.take(bytes) { element in
                    count += 1
                    guard count <= limit else { throw ImmichFailure.tooLarge }
                    if let element = decode(element) { elements.append(element) }
                }
            }
            guard answer.isSuccess else { throw ImmichFailure.status(answer.status) }
            guard Self.isJSON(answer) else { throw ImmichFailure.notImmich }
            let rest = try splitter.finish()
            guard let value = try? JSONDecoder().decode(Value.self, from: rest) else { throw ImmichFailure.damaged }
            return (elements, value)
        }
    }

    private static func isJSON(_ answer: TransferAnswer) -> Bool {
        answer.fields["content-type"]?.lowercased().hasPrefix("application/json") == true
    }

    // MARK: Files

    /// Returns the size of a file without its bytes, or `nil` if the server doesn't say it.
    func size(of request: ImmichRequest) throws(SourceError) -> Int64? {
        var request = request
        request.method = "HEAD"
        let call = request
        return try retrying(call) { () throws -> Int64? in
            let answer = try HTTPTransfer(transfer(call)).perform { _, _ in }
            guard answer.isSuccess else { throw ImmichFailure.status(answer.status) }
            return answer.byteCount.flatMap { $0 >= 0 ? $0 : nil }
        }
    }

    /// Passes the bytes of a file. After a lost connection it continues where it was.
    ///
    /// - Throws: `SourceError`, or the error of `body`.
    func download(_ request: ImmichRequest, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        var done: Int64 = 0
        var (attemptCount, waits) = (0, self.waits[...])
        while true {
            let start = done
            attemptCount += 1
            do {
                try receive(request, from: start) { piece in
                    do {
                        try body(piece)
                    } catch {
                        throw BodyFailure(error: error)
                    }
                    done += Int64(piece.count)
                }
                return
            } catch let failure as BodyFailure {
                throw failure.error
            } catch {
                let failure = try failure(error)
                if done > start, attemptCount < Self.downloadAttemptLimit { waits = self.waits[...] }
                guard failure.isTemporary, let wait = waits.popFirst() else {
                    throw failure.sourceError(address, request)
                }
                Thread.sleep(forTimeInterval: wait)
            }
        }
    }

    /// An error of the receiver, which ends the transfer and isn't the server's.
    private struct BodyFailure: Error {
        let error: any Error
    }

    private func receive(
        _ request: ImmichRequest, from start: Int64, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var transfer = transfer(request)
        if start > 0 { transfer.range = start... }
        var skip: Int64 = 0
        var byteCount = 0
        var hasBegun = false
        let answer = try HTTPTransfer(transfer).perform { answer, bytes in
            guard answer.isSuccess else {
                byteCount += bytes.count
                if byteCount > Self.errorLimit { throw ImmichFailure.status(answer.status) }
                return
            }
            if !hasBegun {
                hasBegun = true
                let isPart = answer.status == 206
                guard !isPart || answer.fields["content-range"]?.hasPrefix("bytes \(start)-") == true else {
                    throw ImmichFailure.tooLarge
                }
                skip = isPart ? 0 : start
            }
            let skipped = min(skip, Int64(bytes.count))
            skip -= skipped
            let piece = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(Int(skipped)))
            if !piece.isEmpty { try body(piece) }
        }
        // The connection was lost after the last byte.
        if answer.status == 416, start > 0 { return }
        guard answer.isSuccess else { throw ImmichFailure.status(answer.status) }
    }

    // MARK: Attempts

    private func transfer(_ request: ImmichRequest) -> TransferRequest {
        var transfer = TransferRequest(request.method, address.api(request.call))
        transfer.fields = ["x-api-key": key]
        if let body = request.body {
            transfer.body = .data(body)
            transfer.fields["Content-Type"] = "application/json"
        }
        transfer.connections = connections
        if !address.isSecure, !allowsPlainHTTP {
            let address = address
            transfer.check = { connection in
                guard NetworkAddress(connection.remoteAddress)?.isPrivate == true else {
                    throw Self.plainRefusal(address)
                }
            }
        }
        return transfer
    }

    private func retrying<Answer>(
        _ request: ImmichRequest, _ attempt: () throws -> Answer
    ) throws(SourceError) -> Answer {
        var waits = waits[...]
        while true {
            let failure: ImmichFailure
            do {
                return try attempt()
            } catch {
                failure = try self.failure(error)
            }
            guard failure.isTemporary, let wait = waits.popFirst() else {
                throw failure.sourceError(address, request)
            }
            Thread.sleep(forTimeInterval: wait)
        }
    }

    /// Returns the reason why an attempt failed, or throws the error that no other attempt can change.
    private func failure(_ error: any Error) throws(SourceError) -> ImmichFailure {
        switch error {
        case let error as SourceError: throw error
        case let error as ImmichFailure: return error
        case let error as TransferError: return .transfer(error)
        case let error as JSONListSplitter.Failure: return error == .damaged ? .damaged : .tooLarge
        default: throw SourceError(.unreadable, "The Immich server \(address.text) can't be read: \(error).")
        }
    }
}
