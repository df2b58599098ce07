import Foundation
import Records
import Synchronization

/// What is known of the sites that ask to be connected, by the hash of their secret: whether a paired device shows the
/// question, and whether the owner has refused it. Any thread can call the methods.
///
/// Only requests of paired devices add something, and at most 64 sites are known.
final class SiteAnswers: Sendable {
    enum State: Sendable {
        /// No paired device has shown the question.
        case waiting
        case asking
        case refused
    }

    private struct Entry {
        /// When the entry is forgotten.
        var end: Date
        /// When the site counts as refused, or `nil` if it doesn't.
        var refusal: Date?
    }

    private static let limit = 64
    /// The time in which a page that was left can be back, because it was loaded again, in seconds.
    private static let absence: TimeInterval = 3

    private let now: @Sendable () -> Date
    private let entries = Mutex<[BlobDigest: Entry]>([:])

    init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    /// Notes that a paired device shows the question.
    func ask(_ secret: BlobDigest) { note(secret, refusal: nil) }

    func refuse(_ secret: BlobDigest) { note(secret, refusal: now()) }

    /// Notes that the page with the question was closed. It's a refusal, unless the page is back soon.
    func leave(_ secret: BlobDigest) { note(secret, refusal: now().addingTimeInterval(Self.absence)) }

    func state(of secret: BlobDigest) -> State {
        entries.withLock { entries in
            guard let entry = entries[secret], now() < entry.end else { return .waiting }
            return entry.refusal.map { now() >= $0 } ?? false ? .refused : .asking
        }
    }

    private func note(_ secret: BlobDigest, refusal: Date?) {
        let now = now()
        let entry = Entry(end: now.addingTimeInterval(SiteRequestSeal.lifetime), refusal: refusal)
        entries.withLock { entries in
            entries = entries.filter { now < $0.value.end }
            if entries.count >= Self.limit, entries[secret] == nil,
                let oldest = entries.min(by: { $0.value.end < $1.value.end })
            {
                entries[oldest.key] = nil
            }
            entries[secret] = entry
        }
    }
}
