public import Foundation

/// What a change did to an object.
// Unchecked because open: all its own state is constant.
open class PHObjectChangeDetails<ObjectType: PHObject>: NSObject, @unchecked Sendable {
    /// The object that was asked about.
    public let objectBeforeChanges: ObjectType

    /// The object as it is now; `nil` for one that is gone, or that the app may no longer see. An asset in Recently Deleted is
    /// gone.
    public let objectAfterChanges: ObjectType?

    /// Whether the asset's pixels or video are others, and not only what is known of it.
    public let assetContentChanged: Bool

    init(before: ObjectType, after: ObjectType?, contentChanged: Bool) {
        objectBeforeChanges = before
        objectAfterChanges = after
        assetContentChanged = contentChanged
    }

    /// Whether the object is gone.
    open var objectWasDeleted: Bool { objectAfterChanges == nil }
}
