package import Foundation
package import Records

/// The facts of an asset that only Albumen writes to its sidecars, in the namespace `urn:albumen:1/`.
///
/// | property | value |
/// |---|---|
/// | `Original` | the SHA-256 of the file beside the sidecar. The other properties only count for these bytes |
/// | `Identifier` | the local identifier |
/// | `Favorite`, `Hidden` | `True` or `False` |
/// | `Date` | the local date as Albumen wrote it to the standard properties, without its time zone |
/// | `TimeZone` | an offset such as `+02:00`, or `Unknown` |
/// | `DateSource` | the source of the date, such as `exifOriginal`, or `user` for a date that the user set |
/// | `PlaceRemoved` | `True` if the asset has no place although its file can have one |
/// | `AddedDate` | the date in UTC on which the asset was added to the library |
/// | `BurstIdentifier`, `BurstPick` | the burst, and a list of `Key`, `Auto` and `User` |
/// | `OriginalChoice` | `raw` or `compressed`, for an asset with both |
/// | `PlaysVideo` | `False` for a Live Photo whose video the user turned off |
/// | `Cleared` | a list of the values that the user removed: `title`, `caption`, `keywords`, `rating`, `date` |
///
/// Another program can change the standard properties later. Its changes count: a standard property beats `Cleared`,
/// `PlaceRemoved` and `Favorite`, and `TimeZone` and `DateSource` only count while the standard date is `Date`.
///
/// Former exports wrote `hidden` (1) and `original` (`raw`), without `Original`. These two are read too.
package struct AlbumenSidecar: Sendable, Equatable {
    package enum TimeZone: Sendable, Equatable {
        /// Seconds east of UTC.
        case offset(Int)
        case unknown
    }

    /// A value that the user removed.
    package enum ClearedValue: String, Sendable, CaseIterable {
        case title, caption, keywords, rating, date
    }

    package struct BurstPick: OptionSet, Sendable, Hashable {
        package let rawValue: Int

        package init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The photo stands for the burst.
        package static let key = BurstPick(rawValue: 1 << 0)
        package static let auto = BurstPick(rawValue: 1 << 1)
        package static let user = BurstPick(rawValue: 1 << 2)

        static let names: [(pick: BurstPick, name: String)] = [(.key, "Key"), (.auto, "Auto"), (.user, "User")]
    }

    /// The digest of the file beside the sidecar. `nil` in sidecars of former exports.
    package var original: BlobDigest?
    package var identifier: String?
    package var isFavorite: Bool?
    package var isHidden: Bool?
    /// The asset's date. If the time zone is unknown, the local time counts as UTC.
    package var date: Date?
    package var timeZone: TimeZone?
    /// A case of `MediaProbe.CaptureDate.Source`, or `user`.
    package var dateSource: String?
    package var isPlaceRemoved = false
    package var addedDate: Date?
    package var burstIdentifier: String?
    package var burstPick: BurstPick = []
    package var originalChoice: OriginalChoice?
    package var playsVideo: Bool?
    package var cleared: Set<ClearedValue> = []

    package init() {}

    /// The source of a date that the user set.
    package static let userSource = "user"
}
