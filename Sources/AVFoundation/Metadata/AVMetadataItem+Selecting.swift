public import Foundation

extension AVMetadataItem {
    /// Returns the items with an identifier. A common identifier also matches the keys of the same meaning.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier
    ) -> [AVMetadataItem] {
        metadataItems.filter { item in
            if item.identifier == identifier { return true }
            return identifier.keySpace == .common && item.commonKey != nil && item.commonKey == identifier.commonKey
        }
    }

    /// Returns the items of a key space with a key. `nil` matches all.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem], withKey key: Any?, keySpace: AVMetadataKeySpace?
    ) -> [AVMetadataItem] {
        let text: String? =
            switch key {
            case let key as AVMetadataKey: key.rawValue
            case let key as NSString: String(describing: key)
            case let key as String: key
            default: nil
            }
        return metadataItems.filter { item in
            if keySpace == .common {
                return text == nil ? item.commonKey != nil : item.commonKey?.rawValue == text
            }
            return (keySpace == nil || item.keySpace == keySpace) && (text == nil || item.facts.key == text)
        }
    }

    /// Returns the items that a filter permits.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem], filteredBy metadataItemFilter: AVMetadataItemFilter
    ) -> [AVMetadataItem] {
        metadataItems.filter { metadataItemFilter.permits($0) }
    }

    /// Returns the items in the preferred languages, in their order.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem],
        filteredAndSortedAccordingToPreferredLanguages preferredLanguages: [String]
    ) -> [AVMetadataItem] {
        let languages = preferredLanguages.map { Locale.Language(identifier: $0).languageCode }
        return languages.flatMap { language in
            metadataItems.filter { item in
                guard let tag = item.extendedLanguageTag else { return false }
                return Locale.Language(identifier: tag).languageCode == language
            }
        }
    }

    /// Returns the identifier of a key, or `nil` if the key isn't a text.
    public class func identifier(forKey key: Any, keySpace: AVMetadataKeySpace) -> AVMetadataIdentifier? {
        switch key {
        case let key as AVMetadataKey: AVMetadataIdentifier(key: key.rawValue, keySpace: keySpace)
        case let key as String: AVMetadataIdentifier(key: key, keySpace: keySpace)
        case let key as NSString: AVMetadataIdentifier(key: String(describing: key), keySpace: keySpace)
        default: nil
        }
    }

    public class func keySpace(forIdentifier identifier: AVMetadataIdentifier) -> AVMetadataKeySpace? {
        identifier.keySpace
    }

    /// Returns the key of an identifier: a `String`.
    public class func key(forIdentifier identifier: AVMetadataIdentifier) -> Any? {
        identifier.key
    }
}

/// Selects metadata items.
open class AVMetadataItemFilter: NSObject {
    private let permitted: Set<AVMetadataKey>

    init(permitting keys: Set<AVMetadataKey>) {
        permitted = keys
        super.init()
    }

    /// Returns a filter for movies that the user shares. It removes everything that can identify the user: locations,
    /// dates, cameras and programs. It keeps titles, authors and copyrights.
    open class func forSharing() -> AVMetadataItemFilter {
        AVMetadataItemFilter(permitting: [.commonKeyTitle, .commonKeyAuthor, .commonKeyCopyrights])
    }

    func permits(_ item: AVMetadataItem) -> Bool {
        item.commonKey.map(permitted.contains) ?? false
    }
}
