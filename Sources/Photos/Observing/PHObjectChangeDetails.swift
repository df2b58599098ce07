public import Foundation

/// Details of an object's change.
// Unchecked because the class is open. All stored properties are constant.
open class PHObjectChangeDetails<ObjectType: PHObject>: NSObject, @unchecked Sendable {
    /// The object before the change, or `nil` for details without a change.
    private let before: ObjectType?
    private let after: ObjectType?
    private let contentChanged: Bool

    /// Creates details without a change, for subclasses in tests of an app.
    public override init() {
        before = nil
        after = nil
        contentChanged = false
    }

    init(before: ObjectType, after: ObjectType?, contentChanged: Bool) {
        self.before = before
        self.after = after
        self.contentChanged = contentChanged
    }

    /// The object that the client passed.
    ///
    /// For details without a change, the object is empty. If `ObjectType` is a client's own class, reading it then
    /// stops the program, so override the property.
    open var objectBeforeChanges: ObjectType { before ?? emptyObject() }

    /// The object's current state, or `nil` if the object was deleted or the app can no longer see it. Assets in
    /// Recently Deleted count as deleted.
    open var objectAfterChanges: ObjectType? { after }

    /// Whether the asset's image or video changed, not only its metadata.
    open var assetContentChanged: Bool { contentChanged }

    /// Whether the object was deleted.
    open var objectWasDeleted: Bool { before != nil && after == nil }

    private func emptyObject() -> ObjectType {
        let objects: [PHObject] = [PHAsset(), PHAssetCollection(), PHCollectionList(), PHObjectPlaceholder()]
        guard let object = objects.lazy.compactMap({ $0 as? ObjectType }).first else {
            raiseInvalidArgument(
                "\(type(of: self)) has no object before the change. Override objectBeforeChanges in the subclass.")
        }
        return object
    }
}
