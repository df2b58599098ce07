import Foundation

/// The capabilities that a new session requests from chromedriver.
struct BrowserCapabilities: Encodable {
    struct ChromeOptions: Encodable {
        let binary: String
        let args: [String]
        let prefs: [String: String]
    }

    struct AlwaysMatch: Encodable {
        let chrome: ChromeOptions
        let logging = ["browser": "ALL"]
        /// The browser doesn't know the authority of a server for other devices.
        let acceptInsecureCerts = true

        private enum CodingKeys: String, CodingKey {
            case chrome = "goog:chromeOptions"
            case logging = "goog:loggingPrefs"
            case acceptInsecureCerts
        }
    }

    let capabilities: [String: AlwaysMatch]

    /// - Parameter profile: The folder to which the browser writes.
    init(_ options: BrowserStartOptions, profile: String) {
        let language = options.languages[0]
        var arguments = [
            "--user-data-dir=\(profile)", "--window-size=\(options.width),\(options.height)",
            "--lang=\(language)", "--accept-lang=\(options.languages.joined(separator: ","))", "--disable-gpu",
            "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run",
        ]
        if let hasWebGL = options.hasWebGL {
            arguments.append(hasWebGL ? "--enable-unsafe-swiftshader" : "--disable-3d-apis")
        }
        if options.trustsCertificates { arguments.append("--ignore-certificate-errors") }
        // Chromium's sandbox doesn't start as root.
        if geteuid() == 0 { arguments.append("--no-sandbox") }
        let chrome = ChromeOptions(
            binary: ChromeDriver.browser.path(percentEncoded: false), args: arguments,
            prefs: ["intl.accept_languages": options.languages.joined(separator: ",")])
        capabilities = ["alwaysMatch": AlwaysMatch(chrome: chrome)]
    }
}
