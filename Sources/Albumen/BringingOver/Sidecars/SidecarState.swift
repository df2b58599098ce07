import Catalog
import Foundation
import PhotoLibrary
import PhotoSources
import Records

/// What the library knows of some sidecars and of the photos beside them.
struct SidecarState {
    struct Photo {
        let asset: AssetRecord
        /// The file's own values, which decide what the sidecar's facts mean.
        let file: SidecarFacts.File
    }

    /// The assets of the sidecars that earlier imports read, by their paths.
    let comparisons: [String: SourceComparison]
    /// The sidecars that earlier imports refused, by their paths.
    let refusals: [String: ImportedFileRecord]
    private let photos: [String: [String: Photo]]

    /// - Complexity: O(*n*) for *n* sidecars.
    init(of sidecars: [FoundSidecar], key: SourceKey, _ library: Library) throws {
        comparisons = try library.comparisons(
            of: sidecars.map { SourceItem(identifier: $0.source.path, name: "", isVideo: false) }, in: key)
        var refusals: [String: ImportedFileRecord] = [:]
        var photos: [String: [String: Photo]] = [:]
        for folder in Set(sidecars.map(\.source.folder)) {
            let inFolder = sidecars.filter { $0.source.folder == folder }
            let names = inFolder.flatMap { $0.match?.files ?? [] }
            try library.catalog.read { catalog in
                for record in try catalog.importedFiles(inFolder: folder, names: inFolder.map(\.source.name))
                where record.outcome == .refused && record.proberVersion >= ImportSource.proberVersion {
                    for sidecar in inFolder where sidecar.source.name.utf8.elementsEqual(record.name.utf8) {
                        refusals[sidecar.source.path] = record
                    }
                }
                photos[folder] = try Self.photos(catalog.importedFiles(inFolder: folder, names: names), catalog)
            }
        }
        self.refusals = refusals
        self.photos = photos
    }

    func photo(named name: String, in folder: String) -> Photo? { photos[folder]?[name] }

    /// Returns whether an asset is still that of a photo to which a sidecar can belong. Other bytes may have taken the
    /// photo's name.
    func isBeside(_ match: SidecarNames.Match, in folder: String, _ asset: AssetRecord) -> Bool {
        let present = match.files.compactMap { photo(named: $0, in: folder)?.asset.id }
        return present.isEmpty || present.contains(asset.id)
    }

    private static func photos(
        _ files: [ImportedFileRecord], _ catalog: CatalogReader
    ) throws -> [String: Photo] {
        let identifiers = files.compactMap(\.assetID)
        let assets = try catalog.assets(withIdentifiers: identifiers)
        let originals = try catalog.originalValues(ofAssets: Array(Set(identifiers)))
        var photos: [String: Photo] = [:]
        for file in files {
            guard let asset = file.assetID.flatMap({ assets[$0] }) else { continue }
            // Before the user's changes.
            var imported = asset
            originals[asset.id]?.date?.apply(to: &imported)
            originals[asset.id]?.location?.apply(to: &imported)
            photos[file.name] = Photo(
                asset: asset,
                file: SidecarFacts.File(
                    digest: file.sha256,
                    capture: imported.creationDate.map { .init(date: $0, utcOffset: imported.utcOffset) },
                    place: imported.place))
        }
        return photos
    }
}

extension AssetRecord {
    fileprivate var place: SourceFacts.Place? {
        guard let latitude, let longitude else { return nil }
        return SourceFacts.Place(latitude: latitude, longitude: longitude, altitude: altitude)
    }
}
