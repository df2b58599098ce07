import Albumen
import Foundation
import ProgramFiles
import Records
import SystemCalls

/// The condition of the library, for the owner's page.
struct LibraryStatusDocument: Encodable {
    struct Amount: Encodable {
        let count: Int
        let bytes: Int64
    }

    struct Disk: Encodable {
        let freeBytes: Int64
        let totalBytes: Int64
        /// When it will be full at the rate of the last 90 days, or `null` if its free space doesn't shrink.
        @OrNull var fullDate: String?
    }

    struct Verification: Encodable {
        /// When all originals were checked last, or `null` if they never were.
        @OrNull var completed: String?
        /// When an original was checked last, or `null` if none was.
        @OrNull var lastCheck: String?
        /// The number of originals that were checked since `began`.
        let checked: Int
        let began: String
    }

    struct Damage: Encodable {
        /// The asset, as in the other routes.
        let asset: String
        /// `missing`, `corrupted` or `unreadable`.
        let kind: String
        let name: String
    }

    struct Place: Encodable {
        let address: String
        let stored: Amount
        /// The originals that aren't in the place yet.
        let waiting: Amount
        let failing: Amount
        /// The originals that are only in the place.
        let remote: Amount
        /// Whether each change is reported only after the place has it.
        let isDurable: Bool
    }

    struct Folder: Encodable {
        let path: String
        let imported: Int
        /// Why it can't be watched now, for people, or `null`.
        @OrNull var problem: String?
    }

    struct Problem: Encodable {
        let code: String
        @OrNull var count: Int?
        let isFault: Bool
        /// For people, in English.
        let message: String
        let remedy: String
    }

    /// The path of the library's folder.
    let folder: String
    let assets: Int
    let originals: Amount
    let thumbnails: Amount
    let previews: Amount
    let catalogBytes: Int64
    @OrNull var disk: Disk?
    @OrNull var verification: Verification?
    let damages: [Damage]
    @OrNull var place: Place?
    let watchedFolders: [Folder]
    let problems: [Problem]
    /// The version of the server.
    let version: String

    init(_ health: LibraryHealth) {
        folder = health.folder.path
        assets = health.assets
        originals = Amount(count: health.originals, bytes: health.originalsInBytes)
        thumbnails = Amount(count: health.pictures.thumbnailCount, bytes: health.pictures.thumbnailBytes)
        previews = Amount(count: health.pictures.previewCount, bytes: health.pictures.previewBytes)
        catalogBytes = health.catalogInBytes
        disk = health.space.map {
            Disk(
                freeBytes: $0.freeInBytes, totalBytes: $0.totalInBytes,
                fullDate: health.fullDate.flatMap(Timestamp.utc))
        }
        verification = health.verification.map {
            Verification(
                completed: $0.completed.flatMap(Timestamp.utc), lastCheck: $0.lastCheck.flatMap(Timestamp.utc),
                checked: $0.checked, began: Timestamp.utc($0.began) ?? "")
        }
        damages = health.damages.prefix(100).map {
            Damage(
                asset: LocalIdentifier.string(uuid: $0.assetUUID, kind: .asset), kind: $0.kind.rawValue, name: $0.name)
        }
        place = health.cloud.map(Place.init)
        watchedFolders = health.watchedFolders.map {
            Folder(path: $0.path, imported: $0.imported, problem: $0.problem)
        }
        version = ProgramVersion.text
        problems = health.problems.map {
            Problem(
                code: $0.code.rawValue, count: $0.count, isFault: $0.isFault, message: $0.message, remedy: $0.remedy)
        }
    }
}

extension LibraryStatusDocument.Place {
    init(_ status: Library.CloudStatus) {
        func amount(_ total: PlacementTotal?) -> LibraryStatusDocument.Amount {
            LibraryStatusDocument.Amount(count: total?.count ?? 0, bytes: total?.sizeInBytes ?? 0)
        }
        self.init(
            address: status.place.address, stored: amount(status.totals[.stored]),
            waiting: amount(status.totals[.waiting]), failing: amount(status.totals[.failing]),
            remote: amount(status.remoteOnly), isDurable: status.backup.isDurable)
    }
}
