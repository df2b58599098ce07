import Foundation
import PhotoLibrary
import Records

/// A placeholder for an object that a change block creates: an asset, an album or a folder.
///
/// Its identifier is valid at once, also inside the block. After the commit, the fetched object has the same identifier
/// and is equal to the placeholder. If the block fails, the placeholder represents no object.
// Unchecked because the class is open. All stored properties are constant.
open class PHObjectPlaceholder: PHObject, @unchecked Sendable {
    /// The kind of the new object.
    let kind: LocalIdentifier.Kind
    /// The identifier without its kind.
    let uuid: String?

    /// Creates a placeholder without an object, for subclasses in tests of an app. Change requests reject it.
    public override init() {
        kind = .asset
        uuid = nil
        super.init()
    }

    /// - Parameter uuid: The identifier without its kind, or `nil` for a placeholder without an object.
    init(uuid: String?, kind: LocalIdentifier.Kind) {
        self.uuid = uuid
        self.kind = kind
        super.init(localIdentifier: uuid.map { LocalIdentifier.string(uuid: $0, kind: kind) } ?? "")
    }
}
