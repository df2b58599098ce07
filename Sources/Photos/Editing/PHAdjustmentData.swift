public import Foundation
import Records

/// The recipe of an edit, in a format of the app that made it.
///
/// The library stores the recipe with the edited photo or video. An app that understands the format can later show and
/// change the edit. See ``PHContentEditingInputRequestOptions/canHandleAdjustmentData``.
open class PHAdjustmentData: NSObject {
    let recipe: AdjustmentData

    /// Creates a recipe for an edit.
    ///
    /// - Parameters:
    ///   - formatIdentifier: The name of the format, usually in reverse DNS notation. Any text is valid, also an
    ///     empty one.
    ///   - formatVersion: The version of the format.
    ///   - data: The recipe, from 1 byte to 2 MiB. A change with other data fails with `changeNotSupported` (3300).
    public init(formatIdentifier: String, formatVersion: String, data: Data) {
        recipe = AdjustmentData(formatIdentifier: formatIdentifier, formatVersion: formatVersion, data: data)
    }

    /// Creates an empty recipe, for subclasses in tests of an app. No edit can have it.
    public override init() {
        recipe = AdjustmentData(formatIdentifier: "", formatVersion: "", data: Data())
    }

    /// The name of the format.
    open var formatIdentifier: String { recipe.formatIdentifier }

    /// The version of the format.
    open var formatVersion: String { recipe.formatVersion }

    /// The recipe.
    open var data: Data { recipe.data }
}
