import HTTPTypes
import Hummingbird

/// The name of a browser, as it says itself, for the list of browsers that stay signed in.
enum BrowserName {
    /// Parts of `User-Agent` and the browsers that send them. Later ones also occur in the values of earlier ones.
    private static let names = [
        ("Edg/", "Edge"), ("OPR/", "Opera"), ("Vivaldi/", "Vivaldi"), ("Epiphany/", "GNOME Web"),
        ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]

    /// Returns the name, or an empty text if the browser isn't known.
    static func of(_ request: Request) -> String {
        let agent = request.headers[.userAgent] ?? ""
        // Chromium sends the same version number as Chrome, and its own brand.
        let brands = HTTPField.Name("Sec-CH-UA").flatMap { request.headers[$0] } ?? ""
        if brands.contains("\"Chromium\""), !brands.contains("Google Chrome"), agent.contains("Chrome/"),
            !names.prefix(3).contains(where: { agent.contains($0.0) })
        {
            return "Chromium"
        }
        return names.first { agent.contains($0.0) }?.1 ?? ""
    }
}
