import Foundation
import PhotoLibrary
import Records

/// The collection that a request for an album or a folder changes.
enum CollectionTarget {
    case collection(uuid: String)
    case topLevel
    /// A collection that can't be changed, and the reason.
    case unchangeable(uuid: String?, reason: String)

    /// The target of a request that was created without an album or folder.
    static let nothing = CollectionTarget.unchangeable(
        uuid: nil, reason: "A request that was made without an album or folder changes nothing.")

    /// Returns `nil` if the album is empty.
    init?(_ album: PHAssetCollection) {
        switch album.content {
        case .nothing: return nil
        case .album(let record, _): self = .collection(uuid: record.uuid)
        case .smartAlbum: self = Self.unchangeable(album, "a rule decides what is in it")
        case .moment: self = Self.unchangeable(album, "time and place decide what is in it")
        case .transient: self = Self.unchangeable(album, "it is in memory only")
        }
    }

    /// Returns `nil` if the list is empty.
    init?(_ list: PHCollectionList) {
        switch list.content {
        case .nothing: return nil
        case .folder(let record, _): self = .collection(uuid: record.uuid)
        case .rootFolder: self = .topLevel
        case .momentList: self = Self.unchangeable(list, "time and place decide what is in it")
        case .transient: self = Self.unchangeable(list, "it is in memory only")
        }
    }

    private static func unchangeable(_ collection: PHCollection, _ reason: String) -> CollectionTarget {
        let name = collection.localizedTitle.map { "“\($0)”" } ?? collection.localIdentifier
        return .unchangeable(
            uuid: LocalIdentifier.uuid(of: collection.localIdentifier),
            reason: "The collection \(name) cannot be changed: \(reason). canPerform(_:) tells before.")
    }

    /// Records an operation that creates an album or folder, and returns the new collection.
    static func make(_ kind: CollectionRecord.Kind, title: String, for request: PHChangeRequest) -> CollectionTarget {
        let uuid = UUID().uuidString
        request.record(.createCollection(NewCollection(uuid: uuid, kind: kind, title: title)))
        return .collection(uuid: uuid)
    }

    /// The collection's UUID, or `nil` for the top level and for a request without a collection.
    var uuid: String? {
        switch self {
        case .collection(let uuid): uuid
        case .topLevel: nil
        case .unchangeable(let uuid, _): uuid
        }
    }

    /// Returns an operation on an album or folder. If the target can't be changed, the operation makes the block fail.
    func operationOnCollection(_ make: (String) -> Transaction.Operation) -> Transaction.Operation {
        switch self {
        case .collection(let uuid): make(uuid)
        case .topLevel:
            .refuse(LibraryError(.unsupportedChange, "The top level isn't a folder: it has no title to change."))
        case .unchangeable(_, let reason): .refuse(LibraryError(.unsupportedChange, reason))
        }
    }

    /// Returns an operation on a folder, or on the top level, whose UUID is `nil`. If the target can't be changed, the
    /// operation makes the block fail.
    func operationOnList(_ make: (String?) -> Transaction.Operation) -> Transaction.Operation {
        if case .topLevel = self { return make(nil) }
        return operationOnCollection(make)
    }
}
