import BlobStore
import Catalog
import Foundation
import PhotoLibrary
import Records
import SystemCalls
import SystemPackage

/// The files of one folder of an import, and the results of earlier imports of the folder. Decides which files need to be
/// read.
struct ImportFolder {
    /// The files to import one by one.
    let sources: [ImportSource]

    private let library: Library
    private let restoresTrashed: Bool
    /// The results of earlier imports, by the bytes of the names.
    private let known: [Data: ImportedFileRecord]
    /// The UUIDs of known assets that are in Recently Deleted, by row identifier.
    private let trashed: [Int64: String]
    private let adjustableStems: Set<String>
    private let folderEdits: FolderEdits

    /// - Parameter restoresTrashed: Whether a file restores its asset from Recently Deleted.
    init(_ files: [FolderWalk.File], in folder: FilePath, reader: FileReader, restoresTrashed: Bool) throws {
        library = reader.intake.library
        self.restoresTrashed = restoresTrashed
        known = try library.catalog.read { try $0.importedFiles(inFolder: folder.text) }
        trashed = try Self.trashedAssets(among: known.values, library)
        adjustableStems = Self.adjustableStems(files, known)
        let edits = try FolderEdits(of: files, in: folder, known, reader)
        folderEdits = edits
        sources = Self.withAdjustmentsLast(files).filter { !edits.names.contains($0.name) }
            .map { ImportSource($0, in: folder) }
    }

    /// The names that earlier imports found in the folder.
    var knownNames: [String] { known.values.map(\.name) }

    /// The edits to import after all other files, because they join their originals.
    var edits: [EditFiles] { folderEdits.arriving }

    /// Returns the event for a file that doesn't need to be read, or `nil` if it does.
    func event(withoutReading source: ImportSource) throws -> IngestEvent? {
        let record = known[Data(source.name.utf8)].flatMap { source.isUnchanged(since: $0) ? $0 : nil }
        let isJoined = folderEdits.joined.contains(source.name)
        if isJoined, record != nil { return .skipped(path: source.path, .unchanged) }
        let isAdjustment =
            IngestRules.isAdjustment(source.name) && (isJoined || adjustableStems.contains(source.stem))
        if !isAdjustment, IngestRules.isSidecar(source.name) {
            return .skipped(path: source.path, .sidecar)
        }
        return try record.flatMap { try event(for: source, $0, isAdjustment: isAdjustment) }
    }

    /// Returns the event for a file that is unchanged since an earlier import, or `nil` if it must be read again.
    ///
    /// - Parameter isAdjustment: Whether the file is an AAE file beside a video.
    private func event(
        for source: ImportSource, _ known: ImportedFileRecord, isAdjustment: Bool
    ) throws -> IngestEvent? {
        switch known.outcome {
        case .imported, .duplicate:
            let trashedUUID = known.assetID.flatMap { trashed[$0] }
            // The asset will be restored.
            if trashedUUID != nil, restoresTrashed { return nil }
            // Reads the file again if the library's copy is missing or incomplete.
            guard let digest = known.sha256, try library.originals.keeps(digest, byteCount: source.size) else {
                return nil
            }
            if let trashedUUID { return .trashedDuplicate(path: source.path, assetUUID: trashedUUID) }
            return .skipped(path: source.path, .unchanged)
        case .refused where known.proberVersion >= ImportSource.proberVersion:
            return .refusedAgain(path: source.path, reason: known.reason ?? "refused by an earlier import")
        case .ignored where isAdjustment && known.proberVersion >= ImportSource.proberVersion:
            return .skipped(path: source.path, .sidecar)
        case .ignored where known.proberVersion >= ImportSource.proberVersion:
            return .notMedia(source, isKnown: true)
        case .refused, .ignored:
            return nil
        }
    }

    private static func trashedAssets(
        among files: some Collection<ImportedFileRecord>, _ library: Library
    ) throws -> [Int64: String] {
        let identifiers = Set(files.compactMap(\.assetID))
        return identifiers.isEmpty ? [:] : try library.catalog.read { try $0.trashedAssets(among: identifiers) }
    }

    /// Returns the names, without their extensions, of the videos in a folder that has AAE files. A video can also be one
    /// that an earlier import has found there.
    private static func adjustableStems(
        _ files: [FolderWalk.File], _ known: [Data: ImportedFileRecord]
    ) -> Set<String> {
        guard files.contains(where: { IngestRules.isAdjustment($0.name) }) else { return [] }
        // A file that was named alone. Its video may be in a batch that isn't committed yet.
        if files.count == 1 { return [(files[0].name as NSString).deletingPathExtension] }
        let names = files.map(\.name) + known.values.map(\.name)
        return Set(names.filter(IngestRules.isMovieName).map { ($0 as NSString).deletingPathExtension })
    }

    /// Moves the AAE files to the end, because each one joins the asset of its video.
    private static func withAdjustmentsLast(_ files: [FolderWalk.File]) -> [FolderWalk.File] {
        let adjustments = files.filter { IngestRules.isAdjustment($0.name) }
        return adjustments.isEmpty ? files : files.filter { !IngestRules.isAdjustment($0.name) } + adjustments
    }
}
