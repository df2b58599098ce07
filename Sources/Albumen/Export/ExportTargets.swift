import Catalog
import PhotoLibrary
import Records

/// Determines the folders of exported assets.
struct ExportTargets {
    private static let undated = ExportName(folder: "Undated", otherwise: "Undated")

    private let layout: ExportOptions.Layout
    private let albums: AlbumFolders

    init(_ options: ExportOptions, in view: LibraryView) throws {
        layout = options.layout
        albums = AlbumFolders(layout == .album ? try view.collections() : [], albums: options.albums)
    }

    /// Whether `folders(of:inAlbums:)` needs the assets' albums.
    var needsAlbums: Bool { layout == .album }

    /// Returns the paths of the asset's folders, relative to the export's folder. There is at least one.
    ///
    /// - Parameter identifiers: The albums that contain the asset.
    func folders(of asset: AssetRecord, inAlbums identifiers: [Int64]) -> [[ExportName]] {
        switch layout {
        case .flat:
            return [[]]
        case .date:
            guard let day = Timestamp.localTime(of: asset)?.dateText else { return [[Self.undated]] }
            return [[String(day.prefix(4)), day].map { ExportName(folder: $0, otherwise: $0) }]
        case .album:
            let paths = identifiers.compactMap(albums.path(ofAlbum:))
            return paths.isEmpty ? [[AlbumFolders.unfiled]] : paths
        }
    }
}
