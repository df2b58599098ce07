import Albumen
import MediaRequests
import Records

/// The imported values of an asset that the user replaced.
struct ReplacedValues {
    enum Original {
        /// The asset with its imported value.
        case known(AssetRecord)
        /// The asset was changed before the catalog kept the value, and its file can't be read, for this reason.
        case unread(reason: String)

        var asset: AssetRecord? {
            if case .known(let asset) = self { asset } else { nil }
        }
    }

    /// `nil` if the asset has its imported date.
    private(set) var date: Original?
    /// `nil` if the asset has its imported location.
    private(set) var location: Original?

    /// Reads the asset's file if the catalog doesn't have the values. An unreadable file or a missing worker isn't an
    /// error here.
    init(of asset: AssetRecord, in library: LibraryView) throws {
        let parts = asset.replacedParts
        guard !parts.isEmpty else { return }
        var values: OriginalValues?
        var reason = ""
        do {
            let outcome = try OriginalReading(in: library).read(parts, of: [asset])
            values = outcome.values[asset.id]
            reason = outcome.failures.first?.reason ?? ""
        } catch let error as MediaError {
            reason = error.message
        }
        if parts.contains(.date) { date = Self.original(of: asset, values?.date, reason) { $0.apply(to: &$1) } }
        if parts.contains(.location) {
            location = Self.original(of: asset, values?.location, reason) { $0.apply(to: &$1) }
        }
    }

    /// Returns `nil` if the imported value is the same as the asset's.
    private static func original<Value>(
        of asset: AssetRecord, _ value: Value?, _ reason: String, _ apply: (Value, inout AssetRecord) -> Void
    ) -> Original? {
        guard let value else { return .unread(reason: reason) }
        var original = asset
        apply(value, &original)
        // A different source with the same value isn't a visible difference.
        var comparable = original
        (comparable.dateSource, comparable.utcOffsetSource) = (asset.dateSource, asset.utcOffsetSource)
        return comparable == asset ? nil : .known(original)
    }
}
