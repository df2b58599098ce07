package import BlobStore
import Catalog
package import Foundation
package import Records

/// The originals of some assets with their edits and slow motion, and the names and dates that an archive gives them. An
/// import of the files restores the assets.
package struct OriginalsArchive: Sendable {
    package struct File: Sendable {
        package let assetUUID: String
        /// The name in the archive, which is unique.
        package let name: String
        /// The name before the import.
        package let originalFilename: String
        package let type: ResourceType
        package let digest: BlobDigest
        /// In bytes.
        package let size: Int64
        /// The capture date, or `nil` if it's unknown.
        package let date: Date?
        /// The capture date on the clock at the asset's place.
        package let clockTime: CivilTime?
    }

    /// The files in the order of the assets.
    package let files: [File]
    private let library: Library

    /// Finds the originals of assets. Checks the size of each file, because a missing file would end a download that
    /// has already started.
    ///
    /// - Throws: `LibraryError` if an asset doesn't exist or isn't visible (`notFound`), or if the bytes of an original
    ///   are missing (`missingBytes`).
    /// - Complexity: O(*n*) for *n* assets.
    package init(of uuids: [String], in view: LibraryView) throws {
        library = view.library
        let rows = try view.assetRows(uuids: uuids)
        if let missing = uuids.first(where: { rows[$0] == nil }) { throw LibraryError.noAsset(missing) }
        var (files, names, count) = ([File](), ArchiveNames(), 0)
        let identifiers = uuids.compactMap { rows[$0] }
        try view.forEachAsset(identifiers) { asset, resources, _ in
            count += 1
            let exported = try Self.parts(of: asset, resources)
            let clockTime = Timestamp.localTime(of: asset)
            let unique = names.take(
                ExportName.distinct(exported.parts.map(\.name.portable)), reserving: exported.editNames.map(\.portable))
            for (part, name) in zip(exported.parts, unique) {
                guard try view.originalSize(part.digest) == part.size else {
                    throw LibraryError(
                        .missingBytes,
                        "The bytes of \(part.originalFilename) are not in the library. Import the file again to "
                            + "bring them back.")
                }
                files.append(
                    File(
                        assetUUID: asset.uuid, name: name, originalFilename: part.originalFilename, type: part.type,
                        digest: part.digest,
                        size: part.size, date: asset.creationDate, clockTime: clockTime))
            }
        }
        guard count == identifiers.count else {
            throw LibraryError(.notFound, "Some of these photos and videos were deleted permanently meanwhile.")
        }
        self.files = files
    }

    /// Returns the name of an archive: the title, or else the current day.
    package func filename(title: String?) -> String {
        let day = CivilTime(secondsSinceReferenceDate: library.now().timeIntervalSinceReferenceDate)?.dateText
        let fallback = ["Photos", day].compactMap(\.self).joined(separator: " ")
        let name = ExportName(original: title ?? fallback, uniformTypeIdentifier: "", assetUUID: "").portable
        return (title == nil || name.isNameless ? fallback : name.numbered(1)) + ".zip"
    }

    /// Opens the original of a file. Blocks while it's downloaded, if it isn't on this machine.
    package func open(_ file: File) throws -> OpenFile {
        try library.openOrFetch(file.digest)
    }

    /// Returns the files that an export of originals writes.
    private static func parts(of asset: AssetRecord, _ resources: [ResourceRecord]) throws -> ExportedParts {
        var options = ExportOptions()
        options.includesOriginals = true
        let exported = ExportedParts(of: asset, resources, options)
        guard exported.parts.contains(where: { $0.describesAsset }) else {
            throw LibraryError(
                .missingBytes,
                "\(LocalIdentifier.string(uuid: asset.uuid, kind: .asset)) has no original in the library.")
        }
        return exported
    }
}

extension ExportName {
    /// Whether no part of the original name was usable, for a name without an asset.
    fileprivate var isNameless: Bool { stem == "asset-" }
}
