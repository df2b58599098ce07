/// The options that Chromium takes only when it starts.
struct BrowserStartOptions: Hashable, Sendable {
    let width: Int
    let height: Int
    let hasWebGL: Bool?
    let languages: [String]
    let trustsCertificates: Bool

    init(_ options: BrowserOptions) {
        (width, height) = (options.width, options.height)
        (hasWebGL, languages) = (options.hasWebGL, options.languages)
        trustsCertificates = options.trustsCertificates
    }
}
