import Albumen
import ArgumentParser
import Foundation
import Records
import SystemCalls

/// The condition of a library, for `albumen status`.
struct StatusDocument: Encodable {
    struct Amount: Encodable {
        let bytes: Int64
        let files: Int

        var text: String { "\(Count.text(files, "file")) (\(ByteSize.text(bytes)))" }
    }

    struct Disk: Encodable {
        let freeBytes: Int64
        let totalBytes: Int64
        /// When it will be full at the rate of the last 90 days.
        let fullDate: String?
    }

    struct Verification: Encodable {
        /// When all originals were checked last.
        let completed: String?
        /// When an original was checked last.
        let lastCheck: String?
        /// The files that were checked in the present cycle.
        let checked: Int
        /// When the cycle began.
        let began: String
    }

    struct Damage: Encodable {
        let asset: String
        let kind: String
        let name: String
        let sha256: String
    }

    struct Problem: Encodable {
        let code: String
        let count: Int?
        let fault: Bool
        let message: String
        let remedy: String
    }

    struct Folder: Encodable {
        let imported: Int
        let path: String
        /// Why it can't be watched now, for people.
        let problem: String?
    }

    let library: String
    let assets: Int
    let originals: Amount
    let thumbnails: Amount
    let previews: Amount
    let catalogBytes: Int64
    let disk: Disk?
    let verification: Verification?
    let damages: [Damage]
    let place: String?
    let backup: BackupStatusDocument?
    let watchedFolders: [Folder]
    let problems: [Problem]
    let version: String

    init(_ health: LibraryHealth, now: Date) {
        library = health.folder.path
        assets = health.assets
        originals = Amount(bytes: health.originalsInBytes, files: health.originals)
        thumbnails = Amount(bytes: health.pictures.thumbnailBytes, files: health.pictures.thumbnailCount)
        previews = Amount(bytes: health.pictures.previewBytes, files: health.pictures.previewCount)
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
        damages = health.damages.map {
            Damage(asset: $0.assetUUID, kind: $0.kind.rawValue, name: $0.name, sha256: $0.sha256)
        }
        place = health.cloud?.place.address
        backup = health.cloud.map { BackupStatusDocument($0.backup, now: now) }
        watchedFolders = health.watchedFolders.map {
            Folder(imported: $0.imported, path: $0.path, problem: $0.problem)
        }
        problems = health.problems.map {
            Problem(code: $0.code.rawValue, count: $0.count, fault: $0.isFault, message: $0.message, remedy: $0.remedy)
        }
        version = AlbumenCommand.configuration.version
    }

    /// The lines for people.
    var lines: [String] {
        var lines = [
            "\(library): \(Count.text(assets, "item"))",
            "Originals:    \(originals.text)",
            "Thumbnails:   \(thumbnails.text)",
            "Previews:     \(previews.text)",
            "Catalog:      \(ByteSize.text(catalogBytes))",
        ]
        if let disk {
            let end = disk.fullDate.map { "; full on about \($0.prefix(10))" } ?? ""
            lines.append(
                "Disk:         \(ByteSize.text(disk.freeBytes)) of \(ByteSize.text(disk.totalBytes)) free\(end)")
        }
        lines.append("Verification: \(verificationText)")
        if let place, let backup { lines.append("Place:        \(place). \(backup.line)") }
        for folder in watchedFolders {
            lines.append("Watched:      \(folder.path) (\(Count.text(folder.imported, "file")) imported)")
        }
        for problem in problems {
            lines.append("\(problem.fault ? "fault" : "warning"): \(problem.message) \(problem.remedy)")
        }
        if problems.isEmpty { lines.append("No problems are known.") }
        return lines
    }

    private var verificationText: String {
        let damage = damages.isEmpty ? "" : " \(Count.text(damages.count, "damaged original"))."
        guard let verification, let last = verification.lastCheck else {
            return "No original has been checked yet. albumen serve checks a share each day; all now: albumen verify"
        }
        let complete =
            verification.completed.map { "All originals were checked by \($0.prefix(10))." }
            ?? "Not all originals have been checked yet."
        return "\(complete) \(Count.text(verification.checked, "file")) since \(verification.began.prefix(10)), the "
            + "last on \(last.prefix(10)).\(damage)"
    }
}
