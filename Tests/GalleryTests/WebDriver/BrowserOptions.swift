/// What a test's browser is like.
struct BrowserOptions: Sendable {
    enum ColourScheme: String, Sendable { case light, dark }

    /// Of the page, in CSS pixels.
    var width = 1440
    var height = 900
    /// A phone's: touch, and a viewport as the page asks for it.
    var isPhone = false
    var colourScheme = ColourScheme.light
    /// The reader's, as in `Accept-Language`, best first.
    var languages = ["en-US", "en"]

    /// Whether the test's own scripts may load modules, against the policy of pages.
    var bypassesContentSecurityPolicy = false
    /// Runs in each page before its own scripts.
    var scriptOfNewPages: String?

    static let phone = BrowserOptions(width: 390, height: 844, isPhone: true)
}
