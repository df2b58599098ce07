/// A language in which the gazetteer has names.
package enum PlaceLanguage: Int, CaseIterable, Sendable {
    case english, german, french, spanish, japanese, chinese
    /// The first language of the place's country.
    case local

    /// Creates the language of a locale, such as `de-AT` or `zh_Hans_CN`. Returns `nil` if the gazetteer has no names in
    /// the language.
    package init?(localeIdentifier: String) {
        switch localeIdentifier.prefix(while: { $0 != "-" && $0 != "_" }).lowercased() {
        case "en": self = .english
        case "de": self = .german
        case "fr": self = .french
        case "es": self = .spanish
        case "ja": self = .japanese
        case "zh": self = .chinese
        default: return nil
        }
    }
}
