public import Foundation

/// A localized string that is looked up later. `String(localized:)` returns its text.
public struct LocalizedStringResource: Equatable, Sendable, ExpressibleByStringInterpolation {
    /// The bundle of a resource.
    public enum BundleDescription: Equatable, Sendable {
        case main

        /// The bundle at a path.
        case atURL(URL)

        var bundle: Bundle? {
            switch self {
            case .main: .main
            case .atURL(let url): Bundle(url: url)
            }
        }
    }

    /// The key in the table.
    public let key: String

    /// The text if the table doesn't contain the key.
    public let defaultValue: String.LocalizationValue

    /// The name of the table without its extension. If `nil`, the name is `Localizable`.
    public let table: String?

    /// The locale of the numbers.
    public var locale: Locale

    let bundle: BundleDescription

    /// Creates a resource whose key is the format of its text.
    public init(
        _ keyAndValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
        bundle: BundleDescription = .main, comment: StaticString? = nil
    ) {
        self.init(
            key: keyAndValue.format, defaultValue: keyAndValue, table: table, locale: locale, bundle: bundle)
    }

    /// Creates a resource with a key and a default text.
    public init(
        _ key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
        bundle: BundleDescription = .main, comment: StaticString? = nil
    ) {
        self.init(key: "\(key)", defaultValue: defaultValue, table: table, locale: locale, bundle: bundle)
    }

    public init(stringLiteral value: String) {
        self.init(String.LocalizationValue(stringLiteral: value))
    }

    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        self.init(String.LocalizationValue(stringInterpolation: stringInterpolation))
    }

    private init(
        key: String, defaultValue: String.LocalizationValue, table: String?, locale: Locale, bundle: BundleDescription
    ) {
        self.key = key
        self.defaultValue = defaultValue
        self.table = table
        self.locale = locale
        self.bundle = bundle
    }
}
