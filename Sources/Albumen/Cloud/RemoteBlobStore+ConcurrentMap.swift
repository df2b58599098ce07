import BlobStore
import Dispatch
import Foundation
import PhotoLibrary
import Records
import Synchronization

extension RemoteBlobStore {
    /// Calls the body for each blob on a few threads, and returns the results in order.
    ///
    /// - Throws: The error of the first blob whose call failed.
    func concurrentMap<Value: Sendable>(
        _ digests: [BlobDigest], threads limit: Int = 4, _ body: @escaping @Sendable (BlobDigest) throws -> Value
    ) throws -> [Value] {
        let results = Mutex<[Int: Result<Value, any Error>]>([:])
        let queue = WorkQueue(name: "albumen.cloud", threadLimit: limit)
        defer { queue.finish() }
        let group = DispatchGroup()
        for (index, digest) in digests.enumerated() {
            group.enter()
            queue.submit(.visible) {
                let result = Result { try body(digest) }
                results.withLock { $0[index] = result }
                group.leave()
            }
        }
        group.wait()
        return try results.withLock { results in
            try digests.indices.map { index in
                guard let result = results[index] else { throw RemoteBlobError.cancelled(address) }
                return try result.get()
            }
        }
    }
}
