import Albumen
import BlobStore
import Foundation
import Records
import Synchronization

/// The archives that pages have prepared and not downloaded yet. Any thread can call the methods.
///
/// A browser's download can only send a GET request, whose address is too short for thousands of identifiers. So the
/// page sends the identifiers first and gets an address. The address contains a secret, works once, only in the same
/// session or for the same client, and for a minute. Like cookies, secrets are stored as hashes.
final class PreparedDownloads: Sendable {
    struct Download: Sendable {
        let archive: DownloadArchive
        let filename: String
    }

    /// The party that prepared a download and may load it.
    enum Holder: Equatable, Sendable {
        case session(OwnerSessions.SessionNumber)
        case client(String)

        /// The client, or `nil` for all sessions of the owner, which share their places.
        fileprivate var client: String? {
            if case .client(let client) = self { client } else { nil }
        }
    }

    private struct Entry {
        let token: BlobDigest
        let holder: Holder
        let download: Download
        let end: Date
    }

    /// The time after which an unused address becomes invalid.
    static let lifetime: TimeInterval = 60
    /// The number of unused addresses of the owner's sessions. Their oldest becomes invalid first.
    static let limit = 8
    /// The number of unused addresses of one client. Its oldest becomes invalid first.
    static let clientLimit = 4
    /// The number of unused addresses of all clients. The oldest of the client with the most becomes invalid first.
    static let clientsLimit = 16

    private let now: @Sendable () -> Date
    /// The unused downloads, oldest first.
    private let entries = Mutex<[Entry]>([])

    init(now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
    }

    /// Stores a download and returns its secret.
    func keep(_ download: Download, for holder: Holder) throws -> String {
        let token = try SecretToken()
        let now = now()
        entries.withLock { entries in
            entries.removeAll { $0.end <= now }
            Self.makeRoom(for: holder.client, in: &entries)
            entries.append(
                Entry(
                    token: token.digest, holder: holder, download: download,
                    end: now.addingTimeInterval(Self.lifetime)))
        }
        return token.text
    }

    /// Makes the addresses beyond a limit invalid, beginning with the holder's own.
    private static func makeRoom(for client: String?, in entries: inout [Entry]) {
        let own = entries.indices.filter { entries[$0].holder.client == client }
        if let first = own.first, own.count >= (client == nil ? limit : clientLimit) {
            entries.remove(at: first)
            return
        }
        let clients = entries.compactMap(\.holder.client)
        guard client != nil, clients.count >= clientsLimit else { return }
        let counts = Dictionary(clients.map { ($0, 1) }, uniquingKeysWith: +)
        let most = counts.values.max()
        if let place = entries.firstIndex(where: { $0.holder.client.map { counts[$0] == most } ?? false }) {
            entries.remove(at: place)
        }
    }

    /// Returns the download of a secret, or `nil` if it's unknown, used, too old, or of another holder.
    ///
    /// - Parameter uses: Whether this makes the secret invalid.
    func find(_ secret: some StringProtocol, of holder: Holder, uses: Bool) throws -> Download? {
        let digest = try SecretToken.digest(of: secret)
        let now = now()
        return entries.withLock { entries in
            entries.removeAll { $0.end <= now }
            guard let index = entries.firstIndex(where: { $0.token == digest && $0.holder == holder }) else {
                return nil
            }
            return uses ? entries.remove(at: index).download : entries[index].download
        }
    }
}

extension GalleryContext {
    /// Returns the party that prepares downloads in this request.
    var downloadHolder: PreparedDownloads.Holder? {
        client.map { .client($0.client) } ?? session.map { .session($0) }
    }
}
