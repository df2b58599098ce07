import Albumen
import BlobStore
import Records

/// A line of `verify --json`. `event` is `missing`, `corrupted`, `unreadable`, `catalog`, `orphan`, `permissions` or
/// `search`.
///
/// The first three have `localIdentifier`, `originalFilename` and `sha256`. `unreadable` and `catalog` have a `reason`.
/// `orphan` has `sha256` and `reclaimed`. `permissions` has a `reason`, the `count` of files, the `path` of the first
/// file, and `repaired`. `search` has a `reason` and `repaired`. The last line of the output is a ``VerificationSummaryDocument``.
struct FindingDocument: Encodable {
    let count: Int?
    let event: String
    let localIdentifier: String?
    let originalFilename: String?
    let path: String?
    let reason: String?
    let reclaimed: Bool?
    let repaired: Bool?
    let sha256: String?

    init(_ finding: LibraryVerification.Finding) {
        switch finding {
        case .missing(let digest, let originalFilename, let uuid):
            self.init("missing", digest, originalFilename, uuid)
        case .corrupted(let digest, let originalFilename, let uuid):
            self.init("corrupted", digest, originalFilename, uuid)
        case .unreadable(let digest, let reason, let originalFilename, let uuid):
            self.init("unreadable", digest, originalFilename, uuid, reason)
        case .catalog(let reason):
            self.init(event: "catalog", reason: reason)
        case .orphan(let digest, let reclaimed):
            self.init(event: "orphan", reclaimed: reclaimed, sha256: digest.hexadecimal)
        case .permissions(let finding):
            let entries = finding.entries
            self.init(
                event: "permissions", count: entries?.count, path: entries?.example, reason: finding.text,
                repaired: finding.isRepaired)
        case .search(let finding):
            self.init(event: "search", reason: finding.reason, repaired: finding.isRepaired)
        }
    }

    private init(
        _ event: String, _ digest: BlobDigest, _ originalFilename: String, _ uuid: String, _ reason: String? = nil
    ) {
        self.init(
            event: event, localIdentifier: LocalIdentifier.string(uuid: uuid, kind: .asset),
            originalFilename: originalFilename, reason: reason, sha256: digest.hexadecimal)
    }

    private init(
        event: String, count: Int? = nil, localIdentifier: String? = nil, originalFilename: String? = nil,
        path: String? = nil, reason: String? = nil, reclaimed: Bool? = nil, repaired: Bool? = nil, sha256: String? = nil
    ) {
        self.count = count
        self.event = event
        self.localIdentifier = localIdentifier
        self.originalFilename = originalFilename
        self.path = path
        self.reason = reason
        self.reclaimed = reclaimed
        self.repaired = repaired
        self.sha256 = sha256
    }

    /// The line for people.
    var text: String {
        let name = PrintableText.line("\(originalFilename ?? "") (\(localIdentifier ?? ""))")
        let place = sha256.map { "originals/\($0.prefix(2))/\($0)" } ?? ""
        return switch event {
        case "missing": "missing: \(name): its bytes are not at \(place)"
        case "corrupted": "corrupted: \(name): its bytes at \(place) are not what was imported"
        case "unreadable": "unreadable: \(name): \(PrintableText.line(reason ?? ""))"
        case "catalog": "catalog: \(PrintableText.line(reason ?? ""))"
        case "permissions": "\(repaired == true ? "note" : "warning"): \(PrintableText.line(reason ?? ""))"
        case "search":
            repaired == true
                ? "note: \(PrintableText.line(reason ?? "")); rebuilt"
                : "search: \(PrintableText.line(reason ?? "")). Rebuild it: albumen verify --repair"
        default: "note: \(place) belongs to no photo" + (reclaimed == true ? "; removed" : "")
        }
    }
}

/// The last line of `verify --json`.
struct VerificationSummaryDocument: Encodable {
    let faults: Int
    let orphans: Int
    /// The number of files and folders whose permissions don't match the library's setting.
    let permissions: Int
    /// The number of files that are only in the library's place.
    let remote: Int
    /// The number of checked files.
    let resources: Int

    init(_ summary: LibraryVerification.Summary) {
        faults = summary.faults
        orphans = summary.orphans
        permissions = summary.permissions
        remote = summary.remote
        resources = summary.resources
    }
}
