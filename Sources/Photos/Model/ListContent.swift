import Foundation
import PhotoLibrary
import Records

/// The contents of a `PHCollectionList`.
enum ListContent: Sendable {
    case nothing
    case folder(CollectionRecord, FetchContext)
    /// The folder of the top level.
    case rootFolder(FetchContext)
    case momentList(MomentList, FetchContext)
    /// Collections in memory only.
    case transient([PHCollection], title: String?)

    /// Returns the local identifier. It's empty for an empty list, and new on each call for a list in memory only.
    func makeLocalIdentifier() -> String {
        switch self {
        case .nothing: ""
        case .folder(let record, _): FetchedCollection.folder(record).localIdentifier
        case .rootFolder: FetchedCollection.rootFolder.localIdentifier
        case .momentList(let list, _): FetchedCollection.momentList(list).localIdentifier
        // No object of a library and no other transient list has this identifier.
        case .transient: LocalIdentifier.string(uuid: UUID().uuidString, kind: .folder)
        }
    }

    /// The operations that a client with this access may perform on the list.
    func operations(for access: Access) -> Set<PHCollectionEditOperation> {
        switch self {
        case .folder(let record, _) where access.manages(record):
            [.removeContent, .addContent, .createContent, .rearrangeContent, .delete, .rename]
        // Collections leave the top level by being moved to a folder.
        case .rootFolder where access.canChangeAssets: [.addContent, .createContent, .rearrangeContent]
        case .nothing, .folder, .rootFolder, .momentList, .transient: []
        }
    }
}
