/// The options of a test's browser.
struct BrowserOptions: Sendable {
    enum ColourScheme: String, Sendable { case light, dark }

    /// The page's width in CSS pixels.
    var width = 1440
    var height = 900
    /// Whether the browser is a phone's, with touch and the page's own viewport.
    var isPhone = false
    var colourScheme = ColourScheme.light
    /// Device pixels for a CSS pixel: 2 also stands for a page that is zoomed to 200 %, with half of the CSS pixels.
    var density = 1.0
    var hasForcedColours = false
    var prefersReducedMotion = false
    /// Whether the browser draws WebGL, without a graphics processor. `nil` leaves that to the browser.
    var hasWebGL: Bool?
    /// The user's languages, the preferred one first, as in `Accept-Language`.
    var languages = ["en-US", "en"]

    /// Whether the browser takes all certificates for valid, as a device does that trusts the server's authority.
    /// Otherwise, it opens pages in spite of their certificates, but runs no service workers.
    var trustsCertificates = false
    /// Whether the test's own scripts may load modules despite the page's policy.
    var bypassesContentSecurityPolicy = false
    /// Runs in each page before its own scripts.
    var scriptOfNewPages: String?

    static let phone = BrowserOptions(width: 390, height: 844, isPhone: true)
}
