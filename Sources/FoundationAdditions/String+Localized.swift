public import Foundation

extension String {
    /// Creates a string from a bundle's table of localized strings.
    ///
    /// The key is the text with a format specifier for each interpolated value: `%@` for texts and objects, `%lld` for
    /// integers and `%lf` for `Double`. If the table doesn't contain the key, the text itself is the result. The table
    /// is a file `NAME.lproj/TABLE.strings`. Catalogs (`.xcstrings`) and plural rules (`.stringsdict`) aren't read.
    ///
    /// - Parameters:
    ///   - keyAndValue: The key and the text.
    ///   - table: The name of the table without its extension. If `nil`, the name is `Localizable`.
    ///   - bundle: The bundle. If `nil`, the main bundle is used.
    ///   - locale: The locale of the numbers.
    ///   - comment: A note for translators. It has no effect.
    public init(
        localized keyAndValue: LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
        locale: Locale = .current, comment: StaticString? = nil
    ) {
        self = keyAndValue.localized(key: keyAndValue.format, table: table, bundle: bundle, locale: locale)
    }

    /// Creates a string from a bundle's table of localized strings. If the table doesn't contain the key, the default
    /// value is the result. See `init(localized:table:bundle:locale:comment:)`.
    public init(
        localized key: StaticString, defaultValue: LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
        locale: Locale = .current, comment: StaticString? = nil
    ) {
        self = defaultValue.localized(key: "\(key)", table: table, bundle: bundle, locale: locale)
    }

    /// Creates the string that a resource names.
    public init(localized resource: LocalizedStringResource) {
        self = resource.defaultValue.localized(
            key: resource.key, table: resource.table, bundle: resource.bundle.bundle, locale: resource.locale)
    }
}
