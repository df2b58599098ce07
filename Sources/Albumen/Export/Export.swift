import BlobStore
import Catalog
package import Foundation
import Records
import SystemPackage

/// Copies assets' files into a folder under their original names, and sets the files' dates to the capture dates.
///
/// An export never overwrites a file. If a name is taken, it adds a number, as in "IMG_0001 (2).JPG". All files of
/// one asset get the same number. It skips a file that exists with the same bytes, so a stopped export continues when
/// it is run again.
package struct Export {
    private static let numberLimit = 100_000

    private let view: LibraryView
    private let folder: URL
    private let includesOriginals: Bool
    private let shouldStop: () -> Bool
    private let report: (ExportEvent) -> Void

    /// - Parameters:
    ///   - folder: The target folder. It is created if it's missing, and must not lie in the library.
    ///   - includesOriginals: Whether to export all imported files of an asset, such as the RAW beside a JPEG.
    ///     Otherwise, only the file that shows the asset, and a Live Photo's video.
    ///   - shouldStop: Called between assets.
    ///   - report: Called on the calling thread, once for each file.
    package init(
        from view: LibraryView, to folder: URL, includesOriginals: Bool = false,
        shouldStop: @escaping () -> Bool = { false }, report: @escaping (ExportEvent) -> Void
    ) {
        self.view = view
        self.folder = folder
        self.includesOriginals = includesOriginals
        self.shouldStop = shouldStop
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
        guard !ExportFolder.isInside(folder, view.library.folder) else {
            throw ExportError(
                .folder, "\(folder.path) lies in the library, which keeps its own files. Name a folder elsewhere.")
        }
        let target = try ExportFolder(at: folder)
        var summary = ExportSummary()
        do {
            try forEachAsset(identifiers) { parts in
                for event in try export(parts, into: target) {
                    summary.count(event)
                    report(event)
                }
                summary.assets += 1
            }
        } catch {
            // The first error is the cause, so it is thrown instead of this one.
            try? target.synchronize()
            throw error
        }
        try target.synchronize()
        return summary
    }

    /// Returns the number of files in an export of these assets, and their size in bytes.
    package func size(of identifiers: [Int64]) throws -> (files: Int, bytes: Int64) {
        var files = 0
        var bytes: Int64 = 0
        try forEachAsset(identifiers) { parts in
            files += parts.parts.count
            for part in parts.parts { bytes = part.size.addingSaturating(to: bytes) }
        }
        return (files, bytes)
    }

    private func forEachAsset(_ identifiers: [Int64], _ body: (ExportedParts) throws -> Void) throws {
        var isStopped = false
        try view.forEachAsset(identifiers) { asset, resources in
            guard !isStopped, !shouldStop() else {
                isStopped = true
                return
            }
            try body(ExportedParts(of: asset, resources, includesOriginals: includesOriginals))
        }
    }

    // MARK: One asset

    private func export(_ asset: ExportedParts, into target: ExportFolder) throws -> [ExportEvent] {
        for number in 1...Self.numberLimit {
            let occupants = asset.parts.map { target.occupant(of: $0.name.numbered(number), $0) }
            if occupants.contains(.other) { continue }
            if let events = try export(asset, occupants, number, into: target) { return events }
        }
        return asset.parts.map { part in
            failure(part, asset, "\(target.path) has too many files of this name. Name another folder.")
        }
    }

    /// Exports the files of one asset under `number`. Returns `nil` if another program took a name meanwhile. In that
    /// case, no file was exported.
    private func export(
        _ asset: ExportedParts, _ occupants: [ExportFolder.Occupant], _ number: Int, into target: ExportFolder
    ) throws -> [ExportEvent]? {
        let missing = zip(asset.parts, occupants).filter { $0.1 == .nothing }.map(\.0.size)
        try target.checkRoom(for: missing.reduce(0) { $1.addingSaturating(to: $0) })
        var events: [ExportEvent] = []
        var files: [(file: HiddenFile, name: String)] = []
        for (part, occupant) in zip(asset.parts, occupants) {
            let name = part.name.numbered(number)
            let path = target.path(of: name)
            guard occupant == .nothing else {
                events.append(.present(path: path, assetUUID: asset.assetUUID))
                continue
            }
            switch try source(of: part) {
            case .success(let source):
                do {
                    files.append((try target.write(part, from: source, date: asset.date), name))
                    events.append(.exported(path: path, assetUUID: asset.assetUUID))
                } catch let error as ExportError where error.code == .file {
                    events.append(failure(part, asset, error.message))
                }
            case .failure(let error):
                events.append(failure(part, asset, error.message))
            }
        }
        switch try name(files, in: target) {
        case .named: return events
        case .taken: return nil
        case .invalid(let error): return asset.parts.map { failure($0, asset, error.message) }
        }
    }

    private enum Naming {
        case named, taken
        case invalid(ExportError)
    }

    /// Renames the hidden files to their final names: all of them, or none.
    private func name(_ files: [(file: HiddenFile, name: String)], in target: ExportFolder) throws -> Naming {
        for (index, (file, name)) in files.enumerated() {
            do throws(Errno) {
                try file.rename(to: name)
            } catch {
                for (named, _) in files[..<index] { named.remove() }
                if error == .fileExists { return .taken }
                let failure = ExportError(error, path: target.path(of: name))
                if failure.code == .folder { throw failure }
                return .invalid(failure)
            }
        }
        return .named
    }

    private func source(of part: ExportedParts.Part) throws -> Result<OpenFile, ExportError> {
        do {
            return .success(try view.library.blobs.open(part.digest))
        } catch {
            if let absence = view.library.changes.checkPresence() { throw absence }
            guard error.code == .notFound else { return .failure(ExportError(.file, error.message)) }
            return .failure(
                ExportError(
                    .file,
                    "its bytes are not in the library. Import the file again where you still have it, or restore "
                        + "\(view.library.blobs.fileURL(of: part.digest).path(percentEncoded: false)) from a backup."))
        }
    }

    private func failure(_ part: ExportedParts.Part, _ asset: ExportedParts, _ reason: String) -> ExportEvent {
        .failed(originalFilename: part.originalFilename, assetUUID: asset.assetUUID, reason: reason)
    }
}
