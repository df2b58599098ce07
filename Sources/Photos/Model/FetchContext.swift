import Albumen
import Records

/// The library as a client could see it at a fetch, and the version of the library then.
///
/// Objects of a fetch read through it the values that they don't hold, as of that version. All objects of a page share one
/// context.
final class FetchContext: Sendable {
    /// The library with the client's access at the fetch.
    let view: LibraryView
    let session: PhotoLibrarySession
    /// The number of the library's last change then.
    let version: Int64

    /// - Parameter version: without one, objects read the present state.
    init(_ view: LibraryView, session: PhotoLibrarySession = .current, version: Int64 = .max) {
        self.view = view
        self.session = session
        self.version = version
    }

    var library: Library { view.library }

    /// The library with the access that the client has now, which decides what may still be read.
    var currentView: LibraryView { session.currentView(of: library) }
}

extension FetchContext {
    func moments() throws -> Moments {
        try view.moments()
    }

    func album(_ moment: Moment) -> PHAssetCollection {
        PHAssetCollection(.moment(moment, self))
    }

    func list(_ list: MomentList) -> PHCollectionList {
        PHCollectionList(.momentList(list, self))
    }

    /// Only those of the rows that are albums.
    func albums(_ records: [CollectionRecord]) -> [PHAssetCollection] {
        records.filter { $0.kind == .album }.map { PHAssetCollection(.album($0, self)) }
    }

    /// Only those of the rows that are folders.
    func folders(_ records: [CollectionRecord]) -> [PHCollectionList] {
        records.filter { $0.kind == .folder }.map { PHCollectionList(.folder($0, self)) }
    }

    func collections(_ records: [CollectionRecord]) -> [PHCollection] {
        records.map { record in
            switch record.kind {
            case .album: PHAssetCollection(.album(record, self))
            case .folder: PHCollectionList(.folder(record, self))
            }
        }
    }
}
