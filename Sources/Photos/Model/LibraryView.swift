import Albumen
import Records

/// A library as its client could see it when it fetched.
///
/// Objects of a fetch read through it what they don't hold, as it was then. All objects of a page share one.
final class LibraryView: Sendable {
    let library: Library
    /// The client's access when it fetched.
    let access: Access
    let session: PhotoLibrarySession
    /// The number of the library's last change then.
    let version: Int64

    /// - Parameter version: without one, objects read the present state.
    init(
        library: Library, access: Access, session: PhotoLibrarySession = .current, version: Int64 = .max
    ) {
        self.library = library
        self.access = access
        self.session = session
        self.version = version
    }

    /// The client's access now, which decides what may still be read.
    var currentAccess: Access { session.accessForChanging ?? .none }
}

extension LibraryView {
    func moments() throws -> Moments {
        try library.moments(access: access)
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
