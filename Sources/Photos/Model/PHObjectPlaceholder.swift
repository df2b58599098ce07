import Albumen
import Foundation
import Records

/// Stands for an object that a change block makes: an asset, an album or a folder.
///
/// Its identifier is valid at once, also inside the block, and equals that of the object that is fetched after the
/// commit, as do the two objects. Where the block fails, it stands for nothing.
// Unchecked because open: all its own state is constant.
open class PHObjectPlaceholder: PHObject, @unchecked Sendable {
    /// What the object will be.
    let kind: LocalIdentifier.Kind
    /// The identifier without its kind.
    let uuid: String?

    /// A placeholder of no object, for subclasses that a client's tests define. Change requests refuse it.
    public override init() {
        kind = .asset
        uuid = nil
        super.init()
    }

    /// - Parameter uuid: nil for one that stands for nothing.
    init(uuid: String?, kind: LocalIdentifier.Kind) {
        self.uuid = uuid
        self.kind = kind
        super.init(localIdentifier: uuid.map { LocalIdentifier.string(uuid: $0, kind: kind) } ?? "")
    }
}
