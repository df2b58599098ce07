import AlbumenTestSupport
import Foundation
import Testing

/// A paired device on the page of a library, and the owner's page, in two windows of a browser. Their cookies are
/// separate, because they have different names.
struct DeviceVisit: Sendable {
    let browser: BrowserSession
    let server: GalleryProcess
    let library: URL
    /// The window with the owner's page.
    let owner: String
    /// The window with the device's page.
    let device: String
    /// The address of the device's page, without a path.
    let origin: String

    private struct Offer: Decodable {
        let id: String
        let link: String
    }

    /// Pairs a device and calls `body` in its window.
    static func run(
        _ library: URL, _ options: BrowserOptions = .phone, _ body: (DeviceVisit) async throws -> Void
    ) async throws {
        let server = try GalleryProcess(serving: library, isLasting: true, options: ["--listen", "127.0.0.1:0"])
        var options = options
        options.trustsCertificates = true
        try await BrowserSession.with(options) { browser in
            try await browser.open(server.link)
            try await browser.wait(
                for: "location.pathname === '/' && document.querySelector('photo-grid').timeline.version !== null")
            let owner = try await browser.window()
            let offer: Offer = try await browser.evaluate(Self.change("POST", "'/api/pairings'", "{}"))
            try await browser.openWindow()
            try await browser.emulate(options)
            try await browser.prepareNewPages(options)
            let device = try await browser.window()
            try await browser.open(offer.link)
            try await browser.find(".pair-form .button").click()
            try await browser.wait(for: "document.querySelector('.pair-number') !== null")
            let number: String = try await browser.evaluate(
                "return document.querySelector('.pair-number').textContent")
            try await browser.use(window: owner)
            let _: String = try await browser.evaluate(
                Self.change("POST", "'/api/pairings/' + arguments[0]", "{ confirms: true, number: arguments[1] }"),
                offer.id, number)
            try await browser.use(window: device)
            try await browser.wait(
                for: "location.pathname === '/' && document.querySelector('photo-grid')?.timeline?.version != null")
            let origin: String = try await browser.evaluate("return location.origin")
            try await body(
                DeviceVisit(
                    browser: browser, server: server, library: library, owner: owner, device: device, origin: origin))
        }
        // A test may have stopped it.
        _ = try server.stop()
    }

    /// Returns a script that changes something as the page does, and returns the answer's document or an empty text.
    private static func change(_ method: String, _ address: String, _ body: String) -> String {
        """
        return (async () => {
          const { csrfToken } = await (await fetch("/api/session")).json();
          const answer = await fetch(\(address), {
            method: "\(method)", body: JSON.stringify(\(body)),
            headers: { "Content-Type": "application/json", "Albumen-CSRF-Token": csrfToken },
          });
          if (!answer.ok) throw new Error(await answer.text());
          return answer.status === 204 ? "" : answer.json();
        })();
        """
    }

    /// Changes something in the owner's window, and returns to the device's.
    func changeAsOwner(_ method: String, _ address: String, _ body: String = "{}") async throws {
        try await browser.use(window: owner)
        try await browser.run(Self.change(method, "'\(address)'", body))
        try await browser.use(window: device)
    }

    func keepScreenshot(_ name: String) async throws {
        try await GalleryVisit(server: server, browser: browser).keepScreenshot(name)
    }

    func waitForPictures() async throws {
        try await GalleryVisit(server: server, browser: browser).waitForPictures()
    }

    /// Waits until the service worker answers the page's requests.
    func waitForWorker() async throws {
        try await browser.wait(for: "navigator.serviceWorker.controller !== null")
    }

    /// Returns the addresses of the answers that the device has kept.
    func keptAddresses() async throws -> [String] {
        try await browser.evaluate(
            """
            return (async () => {
              if (!await caches.has("albumen-answers")) return [];
              const keys = await (await caches.open("albumen-answers")).keys();
              return keys.map(({ url }) => url.slice(location.origin.length));
            })();
            """)
    }

    /// Waits until the device has kept an answer whose address contains a text, or has none.
    func wait(untilKept text: String, _ isKept: Bool = true) async throws {
        try await browser.wait(
            for: """
                (await (async () => {
                  const keys = await (await caches.open("albumen-answers")).keys();
                  return keys.some(({ url }) => url.includes(arguments[0]));
                })()) === arguments[1]
                """, text, isKept)
    }
}
