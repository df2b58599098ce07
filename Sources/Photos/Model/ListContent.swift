import Foundation
import PhotoLibrary
import Records

/// The contents of a `PHCollectionList`.
enum ListContent: Sendable {
    case nothing
    case folder(CollectionRecord, FetchContext)
    case momentList(MomentList, FetchContext)
    /// Collections in memory only.
    case transient([PHCollection], title: String?)

    /// Returns the local identifier. It's empty for an empty list, and new on each call for a list in memory only.
    func makeLocalIdentifier() -> String {
        switch self {
        case .nothing: ""
        case .folder(let record, _): FetchedCollection.folder(record).localIdentifier
        case .momentList(let list, _): FetchedCollection.momentList(list).localIdentifier
        // No object of a library and no other transient list has this identifier.
        case .transient: LocalIdentifier.string(uuid: UUID().uuidString, kind: .folder)
        }
    }

    /// The operations that a client with this access may perform on the list.
    func operations(for access: Access) -> Set<PHCollectionEditOperation> {
        guard case .folder(let record, _) = self, access.manages(record) else { return [] }
        return [.removeContent, .addContent, .createContent, .rearrangeContent, .delete, .rename]
    }
}
