import Catalog
public import Foundation

/// What one change did to the objects of one kind. No object is in two of the sets.
// Unchecked because open: all its own state is constant.
open class PHPersistentObjectChangeDetails: NSObject, @unchecked Sendable {
    /// The kind of the objects.
    public let objectType: PHObjectType
    /// Local identifiers of what was made, and of assets that came back from Recently Deleted. One that a later change deleted is
    /// here all the same.
    public let insertedLocalIdentifiers: Set<String>
    /// Local identifiers of what was changed and could be seen before and after: of assets their properties, picture or
    /// video, of albums and folders the title, the members and the folder they are in.
    public let updatedLocalIdentifiers: Set<String>
    /// Local identifiers of what was deleted, and of assets that went to Recently Deleted. That an asset leaves Recently Deleted
    /// for good is told to nobody.
    public let deletedLocalIdentifiers: Set<String>

    init(_ objectType: PHObjectType, _ details: ChangeDetails) {
        self.objectType = objectType
        insertedLocalIdentifiers = Set(details.inserted)
        updatedLocalIdentifiers = Set(details.updated)
        deletedLocalIdentifiers = Set(details.deleted)
    }
}
