import BlobStore
import Catalog
import Foundation
import Records
import SystemCalls
import SystemPackage

/// The edits in an imported folder, whose files aren't imported one by one.
///
/// The original and the renderings can be files of this import or of an earlier one. The recipe can also be a file that
/// lies beside them.
struct FolderEdits {
    /// The edits to read.
    private(set) var arriving: [EditFiles] = []
    /// The names of the arriving edits' files.
    private(set) var names: Set<String> = []
    /// The names of the files of edits that an earlier import has added. Their bytes can be gone, because the user can
    /// revert or replace an edit.
    private(set) var joined: Set<String> = []

    /// - Parameters:
    ///   - files: The files that the import found in the folder.
    ///   - known: The results of earlier imports of the folder, by the bytes of the names.
    init(
        of files: [FolderWalk.File], in folder: FilePath, _ known: [Data: ImportedFileRecord], _ reader: FileReader
    ) throws {
        let all = Set(files.map(\.name)).union(known.values.map(\.name))
        guard all.contains(where: { $0.contains("_E") || $0.hasPrefix("E_") }) else { return }
        let listed = Dictionary(
            files.map { ($0.name, ImportSource($0, in: folder)) }, uniquingKeysWith: { first, _ in first })
        for edit in EditFileNames.find(among: Array(all)) {
            let candidates = edit.media + edit.documents
            guard (edit.originals + candidates).contains(where: { listed[$0] != nil }) else { continue }
            if try Self.isJoined(edit, known, listed, reader.intake.library) {
                joined.formUnion(candidates)
                continue
            }
            func source(_ name: String) -> ImportSource? { listed[name] ?? Self.source(name, in: folder) }
            let renderings = edit.renderings.compactMap(source)
            let bases = edit.bases.compactMap(source)
            guard renderings.count == edit.renderings.count, bases.count == edit.bases.count else { continue }
            for document in edit.documents.compactMap(source) {
                guard let data = try reader.documentData(of: document) else { continue }
                let found = EditFiles(
                    originalStem: edit.originalStem, renderings: renderings, bases: bases, document: document,
                    documentData: data,
                    listed: Set((renderings + bases + [document]).filter { listed[$0.name] != nil }))
                arriving.append(found)
                names.formUnion(found.sources.map(\.name))
                break
            }
        }
    }

    /// Returns whether an earlier import has added the renderings to the asset of their original.
    private static func isJoined(
        _ edit: EditFileNames, _ known: [Data: ImportedFileRecord], _ listed: [String: ImportSource],
        _ library: Library
    ) throws -> Bool {
        func record(_ name: String) -> ImportedFileRecord? { known[Data(name.utf8)] }
        let assets = Set(edit.originals.compactMap { record($0)?.assetID })
        for name in edit.renderings {
            guard let record = record(name), let assetID = record.assetID, assets.contains(assetID),
                listed[name].map({ $0.isUnchanged(since: record) }) ?? true, let hash = record.sha256,
                let digest = BlobDigest(bytes: hash)
            else { return false }
            // Reads the file again if the library's copy is missing.
            let isWanted = try library.catalog.read { try $0.resource(sha256: hash) } != nil
            guard try !isWanted || library.keeps(digest, size: record.fileSize) else { return false }
        }
        return true
    }

    private static func source(_ name: String, in folder: FilePath) -> ImportSource? {
        let path = folder.appending(name)
        guard let status = try? Stat(path), status.isRegularFile else { return nil }
        return ImportSource(
            folder: folder.text, name: name, size: status.size, modificationTime: status.modificationTime,
            location: path)
    }
}
