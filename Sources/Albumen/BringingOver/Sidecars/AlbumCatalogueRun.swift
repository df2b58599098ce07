import Catalog
import Foundation
import PhotoLibrary
import PhotoSources
import Records
import SystemCalls
import SystemPackage

/// Brings over the albums and folders of Albumen's own exports, after their photos.
struct AlbumCatalogueRun {
    /// The key of all exports. Their albums have identifiers of their own.
    private static let key = SourceKey(kind: .albumen, identifier: "")

    let reader: FileReader
    let progress: IngestProgress
    let shouldStop: @Sendable () -> Bool

    private var library: Library { reader.intake.library }

    /// - Returns: The table, or `nil` without files.
    func run(_ files: [ImportSource]) throws -> SourceTable? {
        guard !files.isEmpty else { return nil }
        let ledger = SourceLedger(
            SourceTable(source: Self.key, path: "", summary: "Albums of an Albumen export"), progress: progress)
        for file in files {
            guard !shouldStop() else { break }
            do {
                try bringOver(try read(file), of: file, ledger)
                progress.pass(file, .skipped(path: file.path, .sidecar))
            } catch let error as SourceError {
                progress.pass(file, .refused(path: file.path, reason: error.message))
            } catch let failure as IntakeFailure {
                guard case .unreadable(let reason) = failure.finding(filename: file.name) else { continue }
                progress.pass(file, .refused(path: file.path, reason: reason))
            }
        }
        return ledger.table
    }

    private func read(_ file: ImportSource) throws -> AlbumCatalogue {
        let data = try reader.intake.withFile(file) { try $0.read(atMost: AlbumCatalogue.Limits.bytes) }
        guard let data else {
            throw SourceError(.damaged, "\(file.path) is larger than the albums of an export can be.")
        }
        return try AlbumCatalogue(json: data, file: file.path)
    }

    private func bringOver(_ catalogue: AlbumCatalogue, of file: ImportSource, _ ledger: SourceLedger) throws {
        for collection in catalogue.collections {
            guard !shouldStop() else { return }
            let fact: SourceDifference.Fact = collection.kind == .album ? .albums : .folders
            let members = collection.members ?? []
            guard reader.intake.staging != nil else {
                ledger.noteUse(of: fact)
                ledger.noteUse(of: .memberships, count: members.count)
                continue
            }
            // Exports can have the same photo under other paths, so its bytes identify it.
            let assets = try assets(of: members, beside: file)
            let cover = members.first { $0.path == collection.cover }?.sha256.hexadecimal
            let arrival = CollectionArrival(
                source: Self.key, identifier: collection.identifier, kind: collection.kind == .album ? .album : .folder,
                title: collection.title, parent: collection.parent, members: members.map(\.sha256.hexadecimal),
                cover: cover, assets: assets)
            let outcomes = try library.view(for: .importer).commit(Transaction([.bringOverCollection(arrival)]))
            guard case .collected(_?, let change)? = outcomes.first else {
                ledger.note(
                    SourceDifference(fact, .deletedHere), identifier: collection.identifier, name: collection.title)
                continue
            }
            ledger.note(change)
            ledger.noteUse(of: fact)
            let present = members.count { assets[$0.sha256.hexadecimal] != nil }
            ledger.noteUse(of: .memberships, count: present)
            ledger.note(
                SourceDifference(.memberships, .itemNotBrought), identifier: collection.identifier,
                name: collection.title, count: members.count - present)
            if let cover, assets[cover] != nil { ledger.noteUse(of: .covers) }
        }
    }

    /// Returns the rows of the members' assets by their digests. A file that was moved is found by its bytes.
    ///
    /// - Complexity: O(*n*) for *n* members and the files in their folders.
    private func assets(of members: [AlbumCatalogue.Member], beside file: ImportSource) throws -> [String: Int64] {
        try library.catalog.read { catalog in
            var folders: [String: [Data: ImportedFileRecord]] = [:]
            var assets: [String: Int64] = [:]
            for member in members {
                let path = FilePath(file.folder).appending(member.path)
                let (folder, name) = (path.removingLastComponent().text, path.lastComponent?.string ?? "")
                if folders[folder] == nil { folders[folder] = try catalog.importedFiles(inFolder: folder) }
                if let record = folders[folder]?[Data(name.utf8)], record.sha256 == member.sha256,
                    let asset = record.assetID
                {
                    assets[member.sha256.hexadecimal] = asset
                } else {
                    assets[member.sha256.hexadecimal] = try catalog.assetOfResource(sha256: member.sha256)?.id
                }
            }
            return assets
        }
    }
}
