import Foundation
import Records
import Synchronization

/// The sites that the owner has refused to connect, for the time in which they ask. Any thread can call the methods.
final class SiteAnswers: Sendable {
    private static let limit = 64

    private let now: @Sendable () -> Date
    /// When each refusal is forgotten, by the hash of the site's secret.
    private let refused = Mutex<[BlobDigest: Date]>([:])

    init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    func refuse(_ secret: BlobDigest) {
        let end = now().addingTimeInterval(SiteRequestSeal.lifetime)
        refused.withLock { refused in
            refused = refused.filter { now() < $0.value }
            if refused.count >= Self.limit, let oldest = refused.min(by: { $0.value < $1.value }) {
                refused[oldest.key] = nil
            }
            refused[secret] = end
        }
    }

    func isRefused(_ secret: BlobDigest) -> Bool {
        refused.withLock { $0[secret].map { now() < $0 } ?? false }
    }
}
