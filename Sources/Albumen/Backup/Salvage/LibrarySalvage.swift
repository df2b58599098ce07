import BlobStore
package import Cancellation
import Catalog
package import Foundation
package import PhotoLibrary
import Records

/// Exports the changes that a copy of the library made and didn't send before another copy took its place over.
///
/// The folder has the files of new and changed photos and videos with their sidecars, the changed albums, and a list of all
/// changes. The new owner imports it. Nothing is changed in the library nor in the place.
package struct LibrarySalvage: Sendable {
    package struct Summary: Sendable, Equatable {
        /// The folder and the machine of the new owner, if they're known.
        package var owner: String?
        /// Why the place couldn't be asked, for people.
        package var obstacle: String?
        package var changes = 0
        package var export = ExportSummary()
        /// The photos and videos with files that are only in the place, and that weren't exported.
        package var inPlace = 0
        /// Whether the history has no details of some changes.
        package var isIncomplete = false

        /// Whether there was nothing to export. No folder was made then.
        package var isEmpty: Bool { changes == 0 && export.assets == 0 && inPlace == 0 }
    }

    private static let pageSize = 500

    let library: Library
    let folder: URL
    let cancellation: WorkCancellation

    var view: LibraryView { library.view(for: .owner(through: "salvage")) }

    /// - Parameter folder: The folder for the export, which must be missing or empty.
    package init(of library: Library, to folder: URL, _ cancellation: WorkCancellation) {
        (self.library, self.folder, self.cancellation) = (library, folder, cancellation)
    }

    /// Exports the changes. Blocks. A call that was stopped leaves what it has exported, without the lists.
    ///
    /// - Parameters:
    ///   - progress: Called with the numbers of exported and of all bytes.
    ///   - report: Called with the name of each file that couldn't be exported, and the reason.
    /// - Throws: `BackupError`: `nothingToSalvage` if this copy owns the place, or `folderNotEmpty`. `CloudError`,
    ///   `ExportError`, or `RemoteBlobError` after a cancellation.
    /// - Complexity: O(*c*) for *c* rows of the history since the last change that the new owner has, and for the originals
    ///   that wait for an upload.
    package func run(
        progress: @escaping (_ done: Int64, _ total: Int64) -> Void = { _, _ in },
        report: (_ name: String, _ reason: String) -> Void = { _, _ in }
    ) throws -> Summary {
        let start = try SalvageStart(of: library, cancellation)
        try check(start)
        try checkFolder()
        let contents = try contents(after: start.change)
        var summary = Summary(owner: start.owner, obstacle: start.obstacle)
        summary.changes = contents.changes.count
        summary.isIncomplete = contents.isIncomplete
        let selection = try selection(of: contents.assets, start)
        summary.inPlace = selection.inPlace.count
        if start.standing == .unknown, contents.changes.isEmpty, selection.isEmpty {
            throw nothing("This copy has no change that it knows not to be in \(start.address).")
        }
        guard !contents.changes.isEmpty || !selection.isEmpty else { return summary }
        var list = SalvageList(
            library: library.folder.path, place: start.address, owner: start.owner,
            ownerDate: start.date.flatMap(Timestamp.utc), obstacle: start.obstacle, after: start.change,
            isIncomplete: contents.isIncomplete, changes: contents.changes)
        (summary.export, list.assets) = try export(selection, contents.collections, progress, report)
        try cancellation.check(start.address)
        try write(list)
        return summary
    }

    // MARK: Checks

    private func check(_ start: SalvageStart) throws {
        if try library.cloudSettings()?.isReadOnly == true {
            throw nothing("This copy only reads \(start.address), so nobody can have taken the place over from it.")
        }
        if start.isOtherLibrary {
            throw nothing(
                "\(start.address) belongs to another library (\(start.owner ?? "unknown")), which is no copy of this one. This "
                    + "library is complete: connect it to another place.")
        }
        guard start.standing == .owner else { return }
        throw nothing("This copy owns \(start.address), so nothing is lost. To send its changes: albumen cloud sync")
    }

    private func nothing(_ reason: String) -> BackupError {
        BackupError(.nothingToSalvage, "There is nothing to salvage. \(reason) Look with: albumen cloud status")
    }

    private func checkFolder() throws {
        let path = folder.path(percentEncoded: false)
        guard !ExportFolder.isInside(folder, library.folder) else {
            throw BackupError(.withinLibrary, "\(path) is in the library itself. Name a folder elsewhere.")
        }
        guard FileManager.default.fileExists(atPath: path) else { return }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? ["this file"]
        guard names.isEmpty else {
            throw BackupError(
                .folderNotEmpty,
                "\(path) isn't an empty folder (it has “\(names.sorted()[0])”). Name a new or empty folder, also after a run "
                    + "that was stopped.")
        }
    }

    // MARK: Changes

    private struct Contents {
        var changes: [SalvageList.Change] = []
        /// The rows of the inserted and changed assets and of new members of albums, which may be gone since.
        var assets: Set<Int64> = []
        /// The rows of the changed albums and folders.
        var collections: Set<Int64> = []
        var isIncomplete = false
    }

    private func contents(after start: Int64) throws -> Contents {
        var contents = Contents()
        let (latest, oldest) = try library.catalog.read { (try $0.latestChange(), try $0.oldestChange()) }
        contents.isIncomplete = latest > start && oldest.map { $0 > start + 1 } ?? true
        var last = start
        while true {
            try cancellation.check(library.folder.path)
            let number = last
            let page = try library.catalog.read { reader in
                try reader.changes(after: number, limit: Self.pageSize).map { ($0, try reader.facts(ofChange: $0.id)) }
            }
            guard let end = page.last?.0.id else { break }
            for (change, facts) in page {
                contents.changes.append(try entry(change, facts))
                contents.assets.formUnion(facts.assets.map(\.id))
                contents.collections.formUnion(facts.collections.map(\.id))
                for collection in facts.collections {
                    for case .added(let assets) in collection.facts { contents.assets.formUnion(assets) }
                }
            }
            last = end
        }
        // Rows that were sent, and whose bytes weren't.
        for state in [PlacementRecord.State.waiting, .uploading, .failing] {
            try library.forEachPlacement(in: state) { placement in
                guard try library.blobs.contains(placement.sha256) else { return }
                let assets = try library.catalog.readOnce { try $0.resources(sha256: placement.sha256) }.map(\.assetID)
                contents.assets.formUnion(assets)
            }
        }
        return contents
    }
}
