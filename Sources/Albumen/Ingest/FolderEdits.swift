import BlobStore
import Catalog
import Foundation
import PhotoLibrary
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
            guard (edit.originals + edit.media + edit.documents).contains(where: { listed[$0] != nil }) else {
                continue
            }
            let present = try Self.joined(edit, known, listed, reader.intake.library)
            guard present.isEmpty else {
                joined.formUnion(present + edit.documents)
                continue
            }
            func source(_ name: String) -> ImportSource? { listed[name] ?? Self.source(name, in: folder) }
            func chosen(_ names: [String], _ digests: Set<BlobDigest>) throws -> [ImportSource] {
                let sources = names.compactMap(source)
                guard !digests.isEmpty else { return sources.count == names.count ? Self.onlyParts(sources) : [] }
                return Self.parts(
                    try sources.filter { source in
                        try reader.digest(of: source, known[Data(source.name.utf8)]).map(digests.contains) ?? false
                    })
            }
            for document in edit.documents.compactMap(source) {
                guard let (data, digests) = try reader.editDocument(at: document) else { continue }
                let renderings = try chosen(edit.renderings, digests)
                guard !renderings.isEmpty else { break }
                let bases = try chosen(edit.bases, digests)
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

    /// Returns the first picture and the first video. All of these files are known to be parts of the edit.
    private static func parts(_ sources: [ImportSource]) -> [ImportSource] {
        [
            sources.first { IngestRules.isPictureName($0.name) }, sources.first { IngestRules.isMovieName($0.name) },
        ].compactMap(\.self)
    }

    /// Returns the picture and the video. Returns no file if there are two of a kind, because nothing tells which one is
    /// a part of the edit.
    private static func onlyParts(_ sources: [ImportSource]) -> [ImportSource] {
        let parts = parts(sources)
        return parts.count == sources.count ? parts : []
    }

    /// Returns the names of the files that an earlier import has added to the asset of their original. Returns none
    /// unless a rendering is one of them.
    private static func joined(
        _ edit: EditFileNames, _ known: [Data: ImportedFileRecord], _ listed: [String: ImportSource],
        _ library: Library
    ) throws -> [String] {
        func record(_ name: String) -> ImportedFileRecord? { known[Data(name.utf8)] }
        let assets = Set(edit.originals.compactMap { record($0)?.assetID })
        func isPart(_ name: String) -> Bool {
            guard let record = record(name), let assetID = record.assetID else { return false }
            return assets.contains(assetID) && listed[name].map { $0.isUnchanged(since: record) } ?? true
        }
        let renderings = try edit.renderings.filter { name in
            guard isPart(name), let record = record(name), let digest = record.sha256 else { return false }
            // Reads the file again if the library's copy is missing.
            let isWanted = try library.catalog.read { try $0.resource(sha256: digest) } != nil
            return try !isWanted || library.originals.keeps(digest, byteCount: record.fileSize)
        }
        return renderings.isEmpty ? [] : renderings + edit.bases.filter(isPart)
    }

    private static func source(_ name: String, in folder: FilePath) -> ImportSource? {
        let path = folder.appending(name)
        // Like a walk, this doesn't follow links to files elsewhere.
        guard let status = try? Stat(path, flags: .symlinkNoFollow), status.isRegularFile else { return nil }
        var source = ImportSource(
            folder: folder.text, name: name, size: status.size, modificationTime: status.modificationTime,
            location: path)
        source.identity = status.identity
        return source
    }
}
