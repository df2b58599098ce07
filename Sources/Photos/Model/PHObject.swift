public import Foundation
import PhotoLibrary
public import UIKitCore

/// An object of the photo library, with its local identifier.
///
/// Objects are immutable. Fetch them again to get a newer state. Two objects are equal if they represent the same
/// object of the library, in whatever state each was fetched.
// Unchecked because the class is open. All stored properties are constant, and subclasses must keep that rule.
open class PHObject: NSObject, NSCopying, @unchecked Sendable {
    /// A permanent identifier that is unique in the library. Empty for an object that a client created.
    open var localIdentifier: String { fetchedIdentifier }

    private let fetchedIdentifier: String

    /// Creates an empty object, for subclasses in tests of an app. Its identifier is empty, and it only equals
    /// itself.
    public override init() {
        fetchedIdentifier = ""
    }

    init(localIdentifier: String) {
        self.fetchedIdentifier = localIdentifier
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? PHObject else { return false }
        if self === other { return true }
        return !localIdentifier.isEmpty && localIdentifier == other.localIdentifier
    }

    open override var hash: Int {
        localIdentifier.isEmpty ? ObjectIdentifier(self).hashValue : localIdentifier.hashValue
    }

    /// Returns the value of a property by name, as key-value coding does on Apple's platforms. Numbers and Booleans are
    /// `NSNumber`s. A key that the object doesn't have stops the program.
    ///
    /// Keys are the names of the documented properties, without those of structures, and private keys that apps are
    /// known to read:
    ///
    /// - ``PHAsset``: `filename`, `originalFilename`, `directory`, `uniformTypeIdentifier`, `fileSize`, `orientation`,
    ///   `locallyAvailable`, `isCloudPlaceholder`
    /// - ``PHCollection``: `title`
    /// - ``PHAssetResource``: `filename`, `fileSize`, `locallyAvailable`, `isCurrent`
    ///
    /// Two of them need an explanation:
    ///
    /// - `directory` is the path of the folder with the asset's original, relative to the library's folder, such
    ///   as `originals/3f`. On Apple's systems it is a path such as `DCIM/100APPLE`. The file's name there is its
    ///   checksum and not `filename`, so `directory` distinguishes folders but doesn't lead to a file.
    /// - `orientation` is the orientation of the original's pixels as EXIF numbers it, from 1 to 8, and 1 for a
    ///   video. As in ``PHImageManager/requestImageDataAndOrientation(for:options:resultHandler:)``, it is 1 for
    ///   HEIC. Reads the file.
    @discardableResult
    open func value(forKey key: String) -> Any? {
        propertyValue(key)
    }

    /// Whether the object has a property of the selector's name, as in ``value(forKey:)``.
    @discardableResult
    open func responds(to aSelector: Selector!) -> Bool {
        hasGetter(aSelector)
    }

    /// Returns the value of a property by name, as in ``value(forKey:)``, but as an object. A selector that the
    /// object doesn't respond to stops the program.
    ///
    /// Unlike in Objective-C, numbers and Booleans are `NSNumber`s. Call `takeUnretainedValue()` on the result at
    /// once: without autorelease pools, the value is released when the program has performed a thousand more
    /// selectors.
    @discardableResult
    open func perform(_ aSelector: Selector!) -> Unmanaged<AnyObject>! {
        performGetter(aSelector)
    }

    /// Returns the getter of a key. Subclasses add their own keys.
    func getter(ofKey key: String) -> (() -> Any?)? {
        key == "localIdentifier" ? { self.localIdentifier } : nil
    }
}

extension PHObject: KeyValueCoded {}

extension PHObject: PredicateObject {
    package var predicateIdentifier: String { localIdentifier }
}
