public import Foundation
import Records

/// The effects of one change on the objects of one kind. The three sets are disjoint.
// Unchecked because the class is open. All stored properties are constant.
open class PHPersistentObjectChangeDetails: NSObject, @unchecked Sendable {
    /// The kind of the objects.
    open var objectType: PHObjectType { type }
    /// Local identifiers of created objects, and of assets restored from Recently Deleted. Includes objects that a
    /// later change deleted.
    open var insertedLocalIdentifiers: Set<String> { inserted }
    /// Local identifiers of changed objects that the app could see before and after: assets with other properties or
    /// another image or video, and albums and folders with another title, other members or another parent.
    open var updatedLocalIdentifiers: Set<String> { updated }
    /// Local identifiers of deleted objects, and of assets moved to Recently Deleted. An asset that leaves Recently
    /// Deleted for good isn't reported.
    open var deletedLocalIdentifiers: Set<String> { deleted }

    private let type: PHObjectType
    private let inserted: Set<String>
    private let updated: Set<String>
    private let deleted: Set<String>

    /// Creates details of assets without any identifiers, for subclasses in tests of an app.
    public override init() {
        type = .asset
        inserted = []
        updated = []
        deleted = []
    }

    init(_ objectType: PHObjectType, _ details: ChangeDetails) {
        type = objectType
        inserted = Set(details.inserted)
        updated = Set(details.updated)
        deleted = Set(details.deleted)
    }
}
