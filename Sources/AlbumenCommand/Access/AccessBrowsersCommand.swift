import Albumen
import ArgumentParser
import Records

/// `albumen access browsers` shows the browsers that stay signed in.
struct AccessBrowsersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "browsers",
        abstract: "List the browsers and devices that stay signed in to albumen serve.",
        discussion: """
            A browser that opened a link of “albumen serve”, or a device of “albumen pair”, stays signed in until 90 \
            days after its last use. Each line has an identifier, the name as the browser or device says it, a \
            device's address, when it signed in, and its last use within an hour. In a copy of the library, nobody is \
            signed in.

              albumen access browsers
              albumen access sign-out 3f2a91c0
            """)

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let library = try options.openExisting()
        let signIns = try LastingSignIns(of: library).all()
        let output = StandardOutput.shared
        for signIn in signIns {
            let document = SignedInBrowserDocument(signIn)
            try output.write(line: options.json ? JSONLine.text(document) : document.line)
        }
        try output.flush()
        if signIns.isEmpty, !options.json {
            StandardError.write(line: "No browser stays signed in. To sign one in, open a link of: albumen serve")
        }
    }
}

/// A browser or device that stays signed in, in JSON. All keys are always present.
///
/// | key | value |
/// |---|---|
/// | `address` | the numeric address of a device's last noted use; empty for a browser on this machine |
/// | `browser` | the browser's or device's name, as it says itself; empty if it isn't known |
/// | `created` | UTC time of the sign-in |
/// | `id` | the identifier for `albumen access sign-out` |
/// | `lastUsed` | UTC time of the last use, within an hour |
struct SignedInBrowserDocument: Encodable {
    private let address: String
    private let browser: String
    private let created: String
    private let id: String
    private let lastUsed: String

    init(_ signIn: LastingSignIn) {
        (browser, id) = (signIn.browser, signIn.id)
        address = signIn.device?.address ?? ""
        created = Timestamp.utc(signIn.created) ?? ""
        lastUsed = Timestamp.utc(signIn.lastUse) ?? ""
    }

    var line: String {
        let name = browser.isEmpty ? "unknown browser" : PrintableText.line(browser)
        let place = address.isEmpty ? "" : " at \(PrintableText.line(address))"
        return "\(id)  \(name)\(place)  since \(created)  last used \(lastUsed)"
    }
}
