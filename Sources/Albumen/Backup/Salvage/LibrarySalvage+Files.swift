import BlobStore
import Cancellation
import Catalog
import Foundation
import PhotoLibrary
import Records
import SystemCalls
import SystemPackage

extension LibrarySalvage {
    /// The photos and videos of a salvage.
    struct Selection {
        /// The rows to export.
        var rows: [Int64] = []
        /// The assets with files that are only in the place.
        var inPlace: [Int64: SalvageList.Asset] = [:]
        var names: [Int64: String] = [:]

        var isEmpty: Bool { rows.isEmpty && inPlace.isEmpty }
    }

    /// Leaves out deleted assets, and those whose files are all only in the place.
    ///
    /// - Complexity: O(*n*) for *n* assets, and a request for each file that isn't here, if the place can be asked.
    func selection(of assets: Set<Int64>, _ start: SalvageStart) throws -> Selection {
        var selection = Selection()
        selection.names = try names(of: assets)
        let place = start.obstacle == nil ? try library.connectedPlace() : nil
        try view.forEachAsset(assets.sorted()) { asset, resources, _ in
            guard asset.trashedDate == nil else { return }
            var absent: [String] = []
            for resource in resources where try !library.blobs.contains(resource.sha256) {
                if try isPlaced(resource, place) { absent.append(resource.originalFilename) }
            }
            if !absent.isEmpty {
                var entry = entry(asset, selection.names)
                entry.inPlace = absent
                selection.inPlace[asset.id] = entry
            }
            if absent.count < resources.count { selection.rows.append(asset.id) }
        }
        return selection
    }

    /// Exports the files that are here, with the list of the changed albums.
    ///
    /// - Returns: Also what became of each photo and video.
    func export(
        _ selection: Selection, _ collections: Set<Int64>, _ progress: @escaping (Int64, Int64) -> Void,
        _ report: (String, String) -> Void
    ) throws -> (ExportSummary, [SalvageList.Asset]) {
        var options = ExportOptions()
        (options.includesOriginals, options.includesSidecars) = (true, true)
        (options.fetchesOriginals, options.listedCollections) = (false, collections)
        var entries = selection.inPlace
        let assets = try view.assets(withIdentifiers: selection.rows)
        let rows = Dictionary(uniqueKeysWithValues: assets.values.map { ($0.uuid, $0) })
        let root = folder.standardizedFileURL.path(percentEncoded: false)
        let prefix = root.hasSuffix("/") ? root : "\(root)/"
        var (done, failed, total) = (Int64(0), 0, Int64(0))
        let summary = try withoutActuallyEscaping(report) { report in
            let export = Export(
                from: view, to: folder, options: options, shouldStop: { cancellation.isCancelled }
            ) { event in
                guard let asset = rows[event.assetUUID] else { return }
                var entry = entries[asset.id] ?? entry(asset, selection.names)
                switch event {
                case .exported(let path, _):
                    entry.files.append(path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path)
                    done += (try? Stat(FilePath(path)).size) ?? 0
                    progress(done, total)
                case .failed(let name, _, let reason):
                    // The place has it.
                    guard !entry.inPlace.contains(name) else { break }
                    entry.failures.append("\(name): \(reason)")
                    failed += 1
                    report(entry.name, reason)
                case .sidecar, .present, .albums: break
                }
                entries[asset.id] = entry
            }
            total = try export.size(of: selection.rows).bytes
            return try export.run(selection.rows)
        }
        var counted = summary
        counted.failed = failed
        return (counted, entries.sorted { $0.key < $1.key }.map(\.value))
    }

    /// Writes the lists, for people and for programs.
    func write(_ list: SalvageList) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        for (name, data) in [("changes.txt", Data(list.text.utf8)), ("changes.json", try encoder.encode(list))] {
            try DurableFile.write(data, to: folder.appending(path: name, directoryHint: .notDirectory))
        }
    }

    private func entry(_ asset: AssetRecord, _ names: [Int64: String]) -> SalvageList.Asset {
        SalvageList.Asset(
            identifier: LocalIdentifier.string(uuid: asset.uuid, kind: .asset), name: names[asset.id] ?? asset.uuid)
    }

    /// Returns whether the place has a file, or the file that contains it.
    ///
    /// - Parameter place: The place, or `nil` to believe the catalog.
    private func isPlaced(_ resource: ResourceRecord, _ place: (any RemoteBlobStore)?) throws -> Bool {
        for digest in [resource.sha256, resource.container?.container].compactMap(\.self) {
            guard try library.catalog.readOnce({ try $0.isPlaced(bytes: digest) }) else { continue }
            guard let place else { return true }
            if try place.size(of: .original(digest), cancellation) != nil { return true }
        }
        return false
    }
}
