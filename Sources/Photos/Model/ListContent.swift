import Albumen
import Foundation
import Records

/// What a `PHCollectionList` stands for.
enum ListContent: Sendable {
    case nothing
    case folder(CollectionRecord, FetchContext)
    case momentList(MomentList, FetchContext)
    /// In memory only.
    case transient([PHCollection], title: String?)

    /// Empty for nothing; a new one each time for what is in memory only.
    func makeLocalIdentifier() -> String {
        switch self {
        case .nothing: ""
        case .folder(let record, _): FetchedCollection.folder(record).localIdentifier
        case .momentList(let list, _): FetchedCollection.momentList(list).localIdentifier
        // No object of a library has it, nor another transient list.
        case .transient: LocalIdentifier.string(uuid: UUID().uuidString, kind: .folder)
        }
    }

    /// The operations that a client with this access may perform on the list.
    func operations(for access: Access) -> Set<PHCollectionEditOperation> {
        guard case .folder(let record, _) = self, access.manages(record) else { return [] }
        return [.removeContent, .addContent, .createContent, .rearrangeContent, .delete, .rename]
    }
}
