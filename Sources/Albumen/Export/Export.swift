import BlobStore
import Catalog
package import Foundation
package import PhotoLibrary
import Records
import SystemPackage

/// Copies assets' files into a folder under their original names, and sets the files' dates to the capture dates.
///
/// An export never overwrites a file. If a name is taken, it adds a number, as in "IMG_0001 (2).JPG". All files of
/// one asset get the same number. It skips a file that exists with the same bytes, so a stopped export continues when
/// it is run again. `ExportOptions` add folders and sidecars.
package struct Export {
    /// The number of assets that are read together.
    private static let pageSize = 512

    private let view: LibraryView
    private let folder: URL
    private let options: ExportOptions
    private let shouldStop: () -> Bool
    private let converting: (_ byteCount: Int64, _ share: Double) -> Void
    private let report: (ExportEvent) -> Void

    /// - Parameters:
    ///   - folder: The target folder. It is created if it's missing, and must not lie in the library.
    ///   - shouldStop: Called between assets, and while a video is converted. A conversion that stops leaves no file.
    ///   - converting: Called on the calling thread while a video is converted, with the size of its file in the library
    ///     and the finished share.
    ///   - report: Called on the calling thread, once for each file.
    package init(
        from view: LibraryView, to folder: URL, options: ExportOptions = ExportOptions(),
        shouldStop: @escaping () -> Bool = { false },
        converting: @escaping (_ byteCount: Int64, _ share: Double) -> Void = { _, _ in },
        report: @escaping (ExportEvent) -> Void
    ) {
        self.view = view
        self.folder = folder
        self.options = options
        self.shouldStop = shouldStop
        self.converting = converting
        self.report = report
    }

    /// Returns the row identifiers of all assets outside Recently Deleted, in the order of capture. Includes hidden
    /// assets and all frames of bursts.
    package static func everything(in view: LibraryView) throws -> [Int64] {
        var query = AssetQuery()
        query.hidden = .included
        query.includesAllBurstMembers = true
        query.sourceTypes = .all
        query.scope = view.scope
        return try view.catalog.read { try $0.assetIdentifiers(matching: query) }
    }

    /// Exports assets in the given order, in bounded memory. Blocks until it's done.
    ///
    /// Reports files whose bytes are missing from the library, and exports the others. Skips assets that were purged.
    ///
    /// - Throws: `ExportError` if the folder can't take files, for example because the disk is full.
    package func run(_ identifiers: [Int64]) throws -> ExportSummary {
        var rest: [Int64]? = identifiers
        return try run {
            defer { rest = nil }
            return rest
        }
    }

    /// Exports assets as `run(_:)` does, part by part.
    ///
    /// - Parameter next: Returns the next assets, or `nil` at the end.
    package func run(_ next: () throws -> [Int64]?) throws -> ExportSummary {
        guard !ExportFolder.isInside(folder, view.library.folder) else {
            throw ExportError(
                .folder, "\(folder.path) lies in the library, which keeps its own files. Name a folder elsewhere.")
        }
        let tree = try ExportTree(at: folder, excluding: view.library.folder)
        var summary = ExportSummary()
        var isStopped = false
        var albums =
            options.includesSidecars && options.includesOriginals
            ? ExportedAlbums(
                of: view, in: try tree.folder(at: []).path, listsAll: options.listsAllAlbums,
                only: options.listedCollections) : nil
        do {
            while !isStopped, let identifiers = try next() {
                isStopped = try !forEachAsset(identifiers, makesPackets: options.includesSidecars) { asset in
                    let export = AssetExport(
                        library: view.library, asset: asset.parts,
                        sidecar: asset.packet, fetches: options.fetchesOriginals,
                        conversion: FileConversion(
                            in: view.library, shouldStop: shouldStop,
                            progress: { part, share in converting(part.size, share) }))
                    for path in asset.folders {
                        let events = try export.run(into: try tree.folder(at: path))
                        albums?.note(asset.id, asset.parts, events)
                        for event in events {
                            summary.count(event)
                            report(event)
                        }
                    }
                    summary.assets += 1
                }
            }
        } catch is CancellationError {
            // A conversion stopped.
            isStopped = true
        } catch {
            // The first error is the cause, so it is thrown instead of this one.
            try? tree.synchronize()
            throw error
        }
        // An export that is continued later lists all albums then.
        if !isStopped, let catalogue = try albums?.catalogue() {
            let event = try tree.folder(at: []).write(catalogue)
            summary.count(event)
            report(event)
        }
        try tree.synchronize()
        return summary
    }

    /// Returns the number of files in an export of these assets, and their size in bytes. Sidecars count as files of no
    /// size.
    package func size(of identifiers: [Int64]) throws -> (files: Int, bytes: Int64) {
        var files = 0
        var bytes: Int64 = 0
        _ = try forEachAsset(identifiers, makesPackets: false) { asset in
            files += asset.parts.parts.count * asset.folders.count * (options.includesSidecars ? 2 : 1)
            for _ in asset.folders {
                for part in asset.parts.parts { bytes = part.size.addingSaturating(to: bytes) }
            }
        }
        return (files, bytes)
    }

    /// An asset with the folders to which it's exported.
    private struct ExportedAsset {
        /// The row identifier.
        var id: Int64
        var parts: ExportedFiles
        var folders: [[ExportName]]
        /// Returns the sidecar of a file.
        var packet: ((ExportedFiles.Part) throws -> AssetExport.Sidecar)?
    }

    /// - Parameter makesPackets: Whether to read the values for sidecars.
    /// - Returns: `false` if the export was stopped.
    private func forEachAsset(
        _ identifiers: [Int64], makesPackets: Bool, _ body: (ExportedAsset) throws -> Void
    ) throws -> Bool {
        let targets = try ExportTargets(options, in: view)
        var isStopped = false
        for start in stride(from: 0, to: identifiers.count, by: Self.pageSize) where !isStopped {
            let page = Array(identifiers[start..<min(start + Self.pageSize, identifiers.count)])
            let (metadata, albums) = try view.catalog.read { reader in
                (
                    makesPackets ? try reader.metadata(ofAssets: page) : [:],
                    targets.needsAlbums ? try reader.albums(containingAssets: page) : [:]
                )
            }
            try view.forEachAsset(page) { asset, resources, _ in
                guard !isStopped, !shouldStop() else {
                    isStopped = true
                    return
                }
                let details = metadata[asset.id] ?? MetadataRecord()
                try body(
                    ExportedAsset(
                        id: asset.id,
                        parts: ExportedFiles(
                            of: asset, resources, options, slowMotion: slowMotion(of: asset, resources)),
                        folders: targets.folders(of: asset, inAlbums: albums[asset.id] ?? []),
                        packet: makesPackets
                            ? { part in
                                // The bytes of a conversion are none of the library's.
                                let original = part.conversion == nil ? part.digest : nil
                                return try AssetExport.Sidecar(XMPPacket(asset, details, beside: original))
                            } : nil))
            }
        }
        return !isStopped
    }

    /// Returns the slow motion of a video that is converted. A video whose adjustment can't be read plays as it was
    /// recorded.
    private func slowMotion(of asset: AssetRecord, _ resources: [ResourceRecord]) -> SlowMotion? {
        guard options.videoPreset != nil, asset.mediaType == .video else { return nil }
        return try? view.slowMotion(of: asset, AssetFiles(resources))
    }
}
