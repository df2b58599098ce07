import BlobStore
import Cancellation
import Foundation
import HTTPTransfers
import Synchronization

/// A request of S3's API.
struct S3Request {
    var method: String
    /// The key in the bucket, or `nil` for the bucket.
    var key: String?
    /// The names and values, which aren't encoded.
    var query: [(name: String, value: String)] = []
    var fields: [String: String] = [:]
    var body: TransferRequest.Body?
    /// The SHA-256 of the body.
    var payload = S3Request.emptyPayload
    /// The longest body of an answer in bytes.
    var answerLimit = 4 << 20
    /// The object, for people.
    var object: String
    var noteSent: (@Sendable (Int64) -> Void)?

    static let emptyPayload = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    init(_ method: String, key: String?, object: String) {
        self.method = method
        self.key = key
        self.object = object
    }
}

/// Sends signed requests to a store. Repeats those that failed for a passing reason. Any thread can use it.
final class S3Connection: Sendable {
    private struct State {
        var credentials: S3Credentials?
        /// The difference between the store's clock and this one in seconds.
        var clockSkew: TimeInterval = 0
        /// Whether the store accepts the field `If-None-Match` in a request that stores an object.
        var acceptsConditions = true
    }

    let address: S3Address
    let schedule: RetrySchedule
    private let readCredentials: @Sendable () throws -> S3Credentials
    private let connectionTimeout: TimeInterval
    private let idleTimeout: @Sendable () -> TimeInterval
    private let connections = TransferConnections()
    private let state = Mutex(State())

    init(_ options: S3PlaceOptions, _ credentials: @escaping @Sendable () throws -> S3Credentials) {
        address = options.address
        schedule = options.schedule
        connectionTimeout = options.connectionTimeout
        idleTimeout = options.idleTimeout
        readCredentials = credentials
    }

    /// Sends a request until it succeeds, or fails for good. Without its condition, if the store refuses conditions.
    ///
    /// - Throws: `S3Failure` for an answer with a status of failure, and otherwise `RemoteBlobError`.
    func send(_ request: S3Request, _ cancellation: WorkCancellation) throws -> (TransferAnswer, Data) {
        guard request.fields["If-None-Match"] != nil else { return try sendAsIs(request, cancellation) }
        var unconditional = request
        unconditional.fields["If-None-Match"] = nil
        guard state.withLock({ $0.acceptsConditions }) else { return try sendAsIs(unconditional, cancellation) }
        do {
            return try sendAsIs(request, cancellation)
        } catch let failure as S3Failure {
            guard failure.isNotImplemented else { throw failure }
            state.withLock { $0.acceptsConditions = false }
            return try sendAsIs(unconditional, cancellation)
        }
    }

    /// The longest time for a small request, as a multiple of the idle timeout.
    private static let idleTimesInTotal = 10.0

    /// Sends a request with its condition, until it succeeds or fails for good.
    ///
    /// - Throws: `S3Failure` for an answer with a status of failure, and otherwise `RemoteBlobError`.
    func sendAsIs(_ request: S3Request, _ cancellation: WorkCancellation) throws -> (TransferAnswer, Data) {
        var repetition = Repetition(self, request.object)
        while true {
            try cancellation.check(address.description)
            do {
                var signed = try signed(request)
                // Bodies from files can be large. All other requests and all answers here are small.
                if case .file? = request.body {
                } else {
                    signed.totalTimeout = signed.idleTimeout * Self.idleTimesInTotal
                }
                let transfer = HTTPTransfer(signed)
                let (answer, body) = try cancellation.whileWaking {
                    transfer.cancel()
                } while: {
                    try transfer.data(limit: request.answerLimit)
                }
                guard answer.isSuccess else { throw S3Failure(answer, body) }
                return (answer, body)
            } catch {
                try repetition.prepare(after: error, cancellation)
            }
        }
    }

    /// Returns a signed request for a transfer.
    func signed(_ request: S3Request) throws -> TransferRequest {
        let query = request.query.map {
            (name: PercentEncoding.query($0.name), value: PercentEncoding.query($0.value))
        }
        let path = address.path(ofKey: request.key)
        var fields = request.fields
        fields["Host"] = address.hostField
        // libcurl would add one of its own.
        if request.body != nil, fields["Content-Type"] == nil { fields["Content-Type"] = "application/octet-stream" }
        let signature = S3Signature(credentials: try credentials(), region: address.region)
        let date = Date().addingTimeInterval(state.withLock { $0.clockSkew })
        var transfer = TransferRequest(
            request.method, address.url(path: path, query: S3Signature.text(of: query)))
        transfer.fields = try signature.signed(
            request.method, path: path, query: query, fields: fields, payload: request.payload, at: date)
        transfer.body = request.body
        transfer.noteSent = request.noteSent
        transfer.connectionTimeout = connectionTimeout
        transfer.idleTimeout = idleTimeout()
        transfer.connections = connections
        if address.requiresLoopback {
            let server = address.server
            transfer.check = { connection in
                guard S3Address.isLoopback(connection.remoteAddress) else {
                    throw RemoteBlobError(
                        .misconfigured, "\(server) isn't encrypted, and isn't this machine. Use https.")
                }
            }
        }
        return transfer
    }

    private func credentials() throws -> S3Credentials {
        if let credentials = state.withLock({ $0.credentials }) { return credentials }
        let credentials = try readCredentials()
        state.withLock { $0.credentials = credentials }
        return credentials
    }

    /// Reads the credentials again. Returns whether they changed.
    fileprivate func renewCredentials() throws -> Bool {
        let credentials = try readCredentials()
        return state.withLock { state in
            defer { state.credentials = credentials }
            return state.credentials != credentials
        }
    }

    /// Adopts the store's clock for signatures.
    fileprivate func adopt(_ time: Date) {
        state.withLock { $0.clockSkew = time.timeIntervalSinceNow }
    }
}

/// The state of a request that may be repeated.
struct Repetition {
    private let connection: S3Connection
    private let object: String
    private var attempt = 0
    private var hasAdoptedTime = false
    private var hasRenewedCredentials = false

    init(_ connection: S3Connection, _ object: String) {
        self.connection = connection
        self.object = object
    }

    /// Notes that bytes arrived, so that the next failure is the first one again.
    mutating func noteProgress() { attempt = 0 }

    /// Waits until the request can be sent again.
    ///
    /// - Throws: The error for the caller if the request fails for good: `S3Failure` or `RemoteBlobError`.
    mutating func prepare(after error: any Error, _ cancellation: WorkCancellation) throws {
        attempt += 1
        var serverWait: TimeInterval?
        if let failure = error as? S3Failure {
            if failure.isTimeSkew, let time = failure.serverTime, !hasAdoptedTime {
                hasAdoptedTime = true
                return connection.adopt(time)
            }
            if failure.isExpired, !hasRenewedCredentials {
                hasRenewedCredentials = true
                if try connection.renewCredentials() { return }
            }
            guard failure.isTransient else { throw failure }
            serverWait = failure.retryAfter
        } else {
            guard let failure = error as? TransferError else { throw error }
            guard [.unreachable, .timedOut, .interrupted].contains(failure.code) else {
                throw self.error(failure)
            }
        }
        guard let wait = connection.schedule.wait(afterAttempt: attempt, serverWait: serverWait) else {
            throw final(error)
        }
        try cancellation.wait(wait, connection.address.description)
    }

    /// Returns the error for the caller if the request isn't sent again.
    func final(_ error: any Error) -> any Error { (error as? TransferError).map(self.error) ?? error }

    private func error(_ failure: TransferError) -> RemoteBlobError {
        let server = connection.address.server
        switch failure.code {
        case .cancelled: return .cancelled(connection.address.description)
        case .unreachable:
            return RemoteBlobError(
                .unreachable,
                "\(server) can't be reached. Check the network and the endpoint, then try again.")
        case .timedOut, .interrupted:
            return RemoteBlobError(
                .unreachable, "The connection to \(server) broke with \(object). Check the network, then try again.")
        case .handshakeFailed, .tooLong, .protocolViolation:
            return RemoteBlobError(
                .misbehaving,
                "The answer of \(server) about \(object) can't be read. Check the endpoint and its certificate. "
                    + "(\(Self.reason(failure)))")
        }
    }

    /// Returns the reason without the address, whose query may have names.
    private static func reason(_ failure: TransferError) -> String {
        failure.message.components(separatedBy: " failed: ").last.map { String($0.prefix(200)) } ?? ""
    }
}
