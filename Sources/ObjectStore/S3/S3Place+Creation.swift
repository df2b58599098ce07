package import BlobStore
package import Cancellation
package import Foundation
import HTTPTransfers
import Records

extension S3Place {
    package func createDocument(
        _ data: Data, _ name: RemoteName, _ cancellation: WorkCancellation
    ) throws -> DocumentCreation {
        precondition(data.count <= RemoteName.documentLimit, "A document has at most 1 MB.")
        let digest = try BlobDigest(hashing: data)
        var request = request("PUT", name)
        request.fields = Self.conditionalFields(digest)
        request.body = .data(data)
        request.payload = digest.hexadecimal
        var attempt = 0
        while true {
            let failure: S3Failure
            do {
                _ = try connection.sendAsIs(request, cancellation)
                return try confirmedCreation(data, name, cancellation)
            } catch let error as S3Failure {
                failure = error
            } catch let error as RemoteBlobError where [.unreachable, .misbehaving].contains(error.code) {
                guard let outcome = try present(data, name, cancellation) else { throw error }
                return outcome
            }
            if failure.isNotImplemented { throw withoutConditions("it doesn't support the condition If-None-Match") }
            // The store may have stored the document, and have lost the answer of an earlier attempt.
            if failure.isTaken || failure.isConflict || failure.isTransient,
                let outcome = try present(data, name, cancellation)
            {
                return outcome
            }
            let error = failure.error(connection.address, object: name.text)
            // The name is free again: another creation failed, or hasn't ended.
            guard failure.isTaken || failure.isConflict else { throw error }
            attempt += 1
            guard let wait = connection.schedule.wait(afterAttempt: attempt, serverWait: failure.retryAfter) else {
                throw error
            }
            try cancellation.wait(wait, address)
        }
    }

    /// Reads a document that the store has confirmed.
    private func confirmedCreation(
        _ data: Data, _ name: RemoteName, _ cancellation: WorkCancellation
    ) throws -> DocumentCreation {
        guard let stored = try document(name, cancellation) else { throw misbehaves(name.text) }
        guard stored == data else { throw withoutConditions("it replaced a document that it had confirmed") }
        return .created
    }

    /// Reads a document to find out who created it. Returns `nil` if it's missing.
    private func present(
        _ data: Data, _ name: RemoteName, _ cancellation: WorkCancellation
    ) throws -> DocumentCreation? {
        try document(name, cancellation).map { $0 == data ? .created : .exists($0) }
    }

    private func withoutConditions(_ reason: String) -> RemoteBlobError {
        RemoteBlobError(.withoutConditions, "\(address) can't be shared by several machines: \(reason).")
    }
}
