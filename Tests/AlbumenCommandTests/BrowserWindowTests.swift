import Testing

@testable import AlbumenCommand

@Suite struct BrowserWindowTests {
    private static func words(_ command: String) -> [String]? {
        let entry = "[Desktop Entry]\nName=Web\nExec=\(command)\n[Desktop Action new]\nExec=firefox --private-window\n"
        return BrowserWindow(link: "http://127.0.0.1:1/open", entry: entry).map { [$0.program] + $0.arguments }
    }

    @Test func `a known browser opens a new window`() {
        let link = "http://127.0.0.1:1/open"
        #expect(
            Self.words("/usr/lib/firefox-esr/firefox-esr %u")
                == ["/usr/lib/firefox-esr/firefox-esr", "--new-window", link])
        #expect(Self.words("chromium %U") == ["/usr/bin/env", "chromium", "--new-window", link])
        #expect(Self.words("/opt/google-chrome") == ["/opt/google-chrome", "--new-window", link])
        #expect(
            Self.words("/usr/bin/flatpak run --file-forwarding org.mozilla.firefox @@u %u @@ %c")
                == [
                    "/usr/bin/flatpak", "run", "--file-forwarding", "org.mozilla.firefox", "--new-window", "@@u", link,
                    "@@",
                ])
    }

    @Test(arguments: ["/usr/bin/epiphany %U", "\"/opt/my firefox/firefox\" %u", "", "sh -c true %u"])
    func `other browsers open a tab`(_ command: String) {
        #expect(Self.words(command) == nil)
    }

    @Test func `an entry without a command has none`() {
        #expect(BrowserWindow(link: "http://127.0.0.1:1/open", entry: "[Desktop Entry]\nName=firefox\n") == nil)
    }
}
