package import BlobStore
package import Cancellation
package import Foundation
import HTTPTransfers
import Records

/// The settings of a place in an S3-compatible store.
package struct S3PlaceOptions: Sendable {
    package var address: S3Address
    package var schedule = RetrySchedule()
    /// The longest time for a connection in seconds.
    package var connectionTimeout: TimeInterval = 10
    /// Returns the longest time without a byte in seconds. Called before each request.
    package var idleTimeout: @Sendable () -> TimeInterval = { 60 }

    package init(_ address: S3Address) {
        self.address = address
    }
}

/// A place in a bucket of an S3-compatible store.
package final class S3Place: RemoteBlobStore {
    let connection: S3Connection

    /// - Parameter credentials: Called before the first request, and again when temporary keys have expired.
    package init(_ options: S3PlaceOptions, credentials: @escaping @Sendable () throws -> S3Credentials) {
        connection = S3Connection(options, credentials)
    }

    package var address: String { connection.address.description }

    /// Object stores keep checksums of their objects.
    package var trustedAge: TimeInterval { .infinity }

    package func size(of name: RemoteName, _ cancellation: WorkCancellation) throws -> Int64? {
        let answer: TransferAnswer
        do {
            answer = try connection.send(request("HEAD", name), cancellation).0
        } catch let failure as S3Failure {
            guard failure.isMissing else { throw failure.error(connection.address, object: name.text) }
            // The answer to HEAD doesn't say whether the object or the bucket is missing.
            _ = try list("", after: nil, limit: 1, cancellation)
            return nil
        }
        guard let size = answer.byteCount, size >= 0 else { throw misbehaves(name.text) }
        return size
    }

    package func download(_ name: RemoteName, range: Range<Int64>?) throws -> any BlobDownload {
        S3Download(connection, name, range)
    }

    package func remove(_ name: RemoteName, _ cancellation: WorkCancellation) throws {
        do {
            _ = try connection.send(request("DELETE", name), cancellation)
        } catch let failure as S3Failure {
            guard !failure.isMissing else { return }
            throw failure.error(connection.address, object: name.text)
        }
    }

    // MARK: Documents

    package func document(_ name: RemoteName, _ cancellation: WorkCancellation) throws -> Data? {
        var request = request("GET", name)
        request.answerLimit = RemoteName.documentLimit
        do {
            return try connection.send(request, cancellation).1
        } catch let failure as S3Failure {
            guard !failure.isCertainlyMissing else { return nil }
            guard failure.status != 404 || !failure.code.isEmpty else { throw misbehaves(name.text) }
            throw failure.error(connection.address, object: name.text)
        }
    }

    package func putDocument(
        _ data: Data, _ name: RemoteName, _ cancellation: WorkCancellation
    ) throws -> Bool {
        precondition(data.count <= RemoteName.documentLimit, "A document has at most 1 MB.")
        // Stores such as rclone's ignore the condition of the request below.
        if let taken = try document(name, cancellation) { return taken == data }
        let digest = try BlobDigest(hashing: data)
        var request = request("PUT", name)
        request.fields = Self.conditionalFields(digest)
        request.body = .data(data)
        request.payload = digest.hexadecimal
        do {
            _ = try connection.send(request, cancellation)
        } catch let failure as S3Failure {
            guard failure.isTaken else { throw failure.error(connection.address, object: name.text) }
        }
        guard let stored = try document(name, cancellation) else { throw misbehaves(name.text) }
        return stored == data
    }

    package func overwrite(
        _ advice: RemoteAdvice, with data: Data, _ cancellation: WorkCancellation
    ) throws {
        precondition(data.count <= RemoteName.documentLimit, "A document has at most 1 MB.")
        let digest = try BlobDigest(hashing: data)
        var request = request("PUT", advice.name)
        request.fields = Self.checksumFields(digest)
        request.body = .data(data)
        request.payload = digest.hexadecimal
        do {
            _ = try connection.send(request, cancellation)
        } catch let failure as S3Failure {
            throw failure.error(connection.address, object: advice.name.text)
        }
    }

    // MARK: Parts

    func request(_ method: String, _ name: RemoteName) -> S3Request {
        S3Request(method, key: connection.address.key(name), object: name.text)
    }

    /// The fields of a request that stores an object, unless its name is taken.
    static func conditionalFields(_ digest: BlobDigest) -> [String: String] {
        checksumFields(digest).merging(["If-None-Match": "*"]) { $1 }
    }

    /// The fields with which a store checks a body, and confirms its digest.
    static func checksumFields(_ digest: BlobDigest) -> [String: String] {
        [
            "x-amz-checksum-sha256": digest.data.base64EncodedString(),
            // moto's condition for a confirmation.
            "x-amz-sdk-checksum-algorithm": "SHA256",
        ]
    }

    func misbehaves(_ object: String) -> RemoteBlobError {
        RemoteBlobError(
            .misbehaving,
            "\(connection.address.server) sent an answer about \(object) that isn't one of S3. Check the endpoint.")
    }
}
