import HTTPTypes
import Hummingbird
import Places

/// The languages that a browser accepts.
enum AcceptedLanguage {
    /// Returns `zh` if the browser prefers Chinese to English, otherwise `en`.
    static func code(of request: Request) -> String {
        let first = preferred(in: request).first { $0.hasPrefix("zh") || $0.hasPrefix("en") }
        return first?.hasPrefix("zh") == true ? "zh" : "en"
    }

    /// Returns the language of the names of places, by default English.
    static func ofPlaces(_ request: Request) -> PlaceLanguage {
        preferred(in: request).lazy.compactMap { PlaceLanguage(localeIdentifier: $0) }.first ?? .english
    }

    /// Returns the languages that the browser accepts, the preferred one first.
    private static func preferred(in request: Request) -> [String] {
        let ranges = (request.headers[.acceptLanguage] ?? "").split(separator: ",").enumerated().map {
            position, range in
            let parts = range.split(separator: ";")
            let language = parts.first.map { $0.filter { $0 != " " }.lowercased() } ?? ""
            let quality = parts.dropFirst().lazy.compactMap { part in
                part.split(separator: "=").last.flatMap { Double($0.filter { $0 != " " }) }
            }.first
            return (language: language, quality: quality ?? 1, position: position)
        }
        return ranges.filter { $0.quality > 0 }.sorted { ($1.quality, $0.position) < ($0.quality, $1.position) }
            .map(\.language)
    }
}
