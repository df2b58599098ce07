import HTTPTypes
import Hummingbird

/// The language of titles.
enum AcceptedLanguage {
    /// Returns `zh` if the browser prefers Chinese to English, otherwise `en`.
    static func code(of request: Request) -> String {
        let ranges = (request.headers[.acceptLanguage] ?? "").split(separator: ",").enumerated().map {
            position, range in
            let parts = range.split(separator: ";")
            let language = parts.first.map { $0.filter { $0 != " " }.lowercased() } ?? ""
            let quality = parts.dropFirst().lazy.compactMap { part in
                part.split(separator: "=").last.flatMap { Double($0.filter { $0 != " " }) }
            }.first
            return (language: language, quality: quality ?? 1, position: position)
        }
        let wanted = ranges.filter { $0.quality > 0 }.sorted { ($1.quality, $0.position) < ($0.quality, $1.position) }
        let first = wanted.first { $0.language.hasPrefix("zh") || $0.language.hasPrefix("en") }
        return first?.language.hasPrefix("zh") == true ? "zh" : "en"
    }
}
