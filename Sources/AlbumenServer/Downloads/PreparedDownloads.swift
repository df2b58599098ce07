import Albumen
import BlobStore
import Foundation
import Synchronization

/// The archives that pages have prepared and not downloaded yet. Any thread can call the methods.
///
/// A browser's download can only send a GET request, whose address is too short for thousands of identifiers. So the
/// page sends the identifiers first and gets an address. The address contains a secret, works once, only in the same
/// session and for a minute. Like cookies, secrets are stored as hashes.
final class PreparedDownloads: Sendable {
    struct Download: Sendable {
        let archive: OriginalsArchive
        let filename: String
    }

    private struct Entry {
        let token: BlobDigest
        let session: OwnerSessions.SessionNumber
        let download: Download
        let end: Date
    }

    /// The time after which an unused address becomes invalid.
    static let lifetime: TimeInterval = 60
    /// The number of unused addresses. The oldest becomes invalid first.
    static let limit = 8

    private let now: @Sendable () -> Date
    /// The unused downloads, oldest first.
    private let entries = Mutex<[Entry]>([])

    init(now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
    }

    /// Stores a download and returns its secret.
    func keep(_ download: Download, for session: OwnerSessions.SessionNumber) throws -> String {
        let token = try SecretToken()
        let now = now()
        entries.withLock { entries in
            entries.removeAll { $0.end <= now }
            if entries.count >= Self.limit { entries.removeFirst() }
            entries.append(
                Entry(
                    token: token.digest, session: session, download: download,
                    end: now.addingTimeInterval(Self.lifetime)))
        }
        return token.text
    }

    /// Returns the download of a secret, or `nil` if it's unknown, used, too old, or of another session.
    ///
    /// - Parameter uses: Whether this makes the secret invalid.
    func find(
        _ secret: some StringProtocol, of session: OwnerSessions.SessionNumber, uses: Bool
    ) throws -> Download? {
        let digest = try SecretToken.digest(of: secret)
        let now = now()
        return entries.withLock { entries in
            entries.removeAll { $0.end <= now }
            guard let index = entries.firstIndex(where: { $0.token == digest && $0.session == session }) else {
                return nil
            }
            return uses ? entries.remove(at: index).download : entries[index].download
        }
    }
}
