package import BlobStore
import Catalog
package import Foundation
import MediaRequests
package import PhotoLibrary
import Pixels
package import Records

/// The files of a download, and the names and dates that an archive gives them.
package struct DownloadArchive: Sendable {
    /// The files of each asset.
    package enum Form: String, CaseIterable, Sendable {
        /// The originals with their edit and slow motion. An import of the files restores the asset.
        case originals
        /// The file that shows the asset. Of a Live Photo, the photo.
        case shown
        /// As `shown`. A photo that isn't a JPEG, PNG or GIF is converted to JPEG.
        case jpeg
    }

    package struct File: Sendable {
        package let assetUUID: String
        /// The name in the archive, which is unique.
        package let name: String
        /// The name before the import.
        package let originalFilename: String
        package let type: ResourceType
        package let digest: BlobDigest
        /// The size of the library's file in bytes.
        package let size: Int64
        /// Whether the download has a JPEG of the library's file. Its size is unknown until it's made.
        package var isConverted: Bool { jpegSize != nil }
        /// The uniform type of the library's file.
        package let uniformTypeIdentifier: String
        /// The size of the photo if it's converted, in pixels.
        fileprivate let jpegSize: PixelSize?
        /// The capture date, or `nil` if it's unknown.
        package let date: Date?
        /// The capture date on the clock at the asset's place.
        package let clockTime: CivilTime?
    }

    /// The files in the order of the assets.
    package let files: [File]
    private let library: Library

    /// A file that is open to be read.
    package struct OpenedFile: Sendable {
        /// The name in the archive.
        package let name: String
        package let uniformTypeIdentifier: String
        package let file: OpenFile
        /// In bytes.
        package let size: Int64
        package let digest: BlobDigest
    }

    /// Finds the files of assets. Checks the size of each file, because a missing file would end a download that
    /// has already started.
    ///
    /// - Throws: `LibraryError` if an asset doesn't exist or isn't visible (`notFound`), or if the bytes of an original
    ///   are missing (`missingBytes`).
    /// - Complexity: O(*n*) for *n* assets.
    package init(of uuids: [String], in view: LibraryView, as form: Form = .originals) throws {
        library = view.library
        let rows = try view.assetRows(uuids: uuids)
        if let missing = uuids.first(where: { rows[$0] == nil }) { throw LibraryError.noAsset(missing) }
        var (files, names, count) = ([File](), ArchiveNames(), 0)
        let identifiers = uuids.compactMap { rows[$0] }
        try view.forEachAsset(identifiers) { asset, resources, _ in
            count += 1
            let exported = try Self.parts(of: asset, resources, form)
            let clockTime = Timestamp.localTime(of: asset)
            let unique = names.take(
                ExportName.distinct(exported.parts.map(\.name.portable)), reserving: exported.editNames.map(\.portable))
            for (part, name) in zip(exported.parts, unique) {
                guard try view.originals.keeps(part.digest, byteCount: part.size) else {
                    throw LibraryError.missingBytes(of: part.originalFilename)
                }
                files.append(
                    File(
                        assetUUID: asset.uuid, name: name, originalFilename: part.originalFilename, type: part.type,
                        digest: part.digest, size: part.size, uniformTypeIdentifier: part.uniformTypeIdentifier,
                        jpegSize: part.conversion?.jpegSize, date: asset.creationDate, clockTime: clockTime))
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

    /// Opens a file, and makes its JPEG. Blocks while the original is downloaded, if it isn't on this machine. If the photo
    /// can't be converted, returns the library's file, so that the download has each photo.
    package func open(_ file: File) throws -> OpenedFile {
        let original = try library.originals.openOrFetch(file.digest)
        if let size = file.jpegSize {
            do {
                let bytes = try JPEGConversion(in: library)
                    .bytes(of: original, named: file.originalFilename, size: size)
                return try OpenedFile(
                    name: file.name, uniformTypeIdentifier: JPEGConversion.uniformTypeIdentifier,
                    file: OpenFile(takingOver: SharedMemory.make(of: bytes)), size: Int64(bytes.count),
                    digest: BlobDigest(hashing: bytes))
            } catch let error as MediaError
                where error.concern == .file || error.concern == .worker || error.code == .timedOut
            {
                // Below.
            }
        }
        let ending = ExportName.split(file.originalFilename).ending
        return OpenedFile(
            name: file.isConverted ? ExportName.split(file.name).stem + ending : file.name,
            uniformTypeIdentifier: file.uniformTypeIdentifier, file: original, size: file.size, digest: file.digest)
    }

    private static func parts(
        of asset: AssetRecord, _ resources: [ResourceRecord], _ form: Form
    ) throws -> ExportedFiles {
        var options = ExportOptions()
        options.includesOriginals = form == .originals
        options.convertsPhotos = form == .jpeg
        options.livePhotos = .still
        let exported = ExportedFiles(of: asset, resources, options)
        guard exported.parts.contains(where: { $0.describesAsset }) else {
            throw LibraryError(
                .missingBytes,
                "\(LocalIdentifier.string(uuid: asset.uuid, kind: .asset)) has no file in the library.")
        }
        return exported
    }
}

extension ExportName {
    /// Whether no part of the original name was usable, for a name without an asset.
    fileprivate var isNameless: Bool { stem == "asset-" }
}

extension ExportedFiles.Conversion {
    fileprivate var jpegSize: PixelSize? {
        if case .jpeg(let size) = form { size } else { nil }
    }
}
