import Albumen
import Catalog

/// A library as its client could see it when it fetched: what the fetch gave stays readable through it.
struct LibraryView: Sendable {
    let library: Library
    let access: Access
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
