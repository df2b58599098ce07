public import Foundation
import PhotoLibrary

/// Fetches that throw, which Apple's framework doesn't have.
extension PHAsset {
    /// Returns all assets that match the options, like ``fetchAssets(with:)``. Blocks until the identifiers are read.
    ///
    /// - Throws: A ``PHPhotosError``: `internalError` (-1) with the supported keys for a predicate or sort descriptor that
    ///   a fetch can't use, 3310 or 3311 without access, or the reason why the library can't be read.
    public class func assets(with options: PHFetchOptions?) throws -> PHFetchResult<PHAsset> {
        do {
            return try AssetFetching.checked(options)
        } catch {
            throw PHPhotosError(_nsError: .photos(error))
        }
    }

    /// Returns the assets that match a typed predicate. Blocks until the identifiers are read.
    ///
    /// ```swift
    /// let start = Date.now.addingTimeInterval(-86_400)
    /// let recent = try PHAsset.assets(matching: #Predicate { $0.isFavorite && ($0.creationDate ?? start) > start })
    /// print(recent.count)
    /// ```
    ///
    /// A predicate compares the properties that ``PHFetchOptions/predicate`` can name with values. It can use `&&`, `||`,
    /// `!`, the comparisons, `contains` of arrays, ranges and texts, `starts(with:)`, `if let` and `!= nil`. The left side
    /// of a comparison can be `property ?? value`.
    ///
    /// - Parameter options: Further options. Assets must match their predicate, too.
    /// - Throws: A ``PHPhotosError``, as for `assets(with:)`.
    public class func assets(
        matching predicate: Foundation.Predicate<PHAsset>, options: PHFetchOptions? = nil
    ) throws -> PHFetchResult<PHAsset> {
        do {
            return try AssetFetching.checked(options, matching: PhotoLibrary.Predicate(typed: predicate))
        } catch {
            throw PHPhotosError(_nsError: .photos(error))
        }
    }
}

extension NSPredicate {
    /// Creates a predicate for fetch options from a typed predicate over assets. Returns `nil` if a fetch can't use it.
    public convenience init?(_ predicate: Foundation.Predicate<PHAsset>) {
        guard let expression = try? PhotoLibrary.Predicate(typed: predicate) else { return nil }
        self.init(expression: expression, format: "\(predicate)")
    }
}
