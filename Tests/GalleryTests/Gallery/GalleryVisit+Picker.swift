import Foundation
import NIOHTTP1
import Testing

/// A session of an app that asks for photos.
struct AskedPick: Decodable, Sendable {
    struct State: Decodable, Sendable {
        struct Item: Decodable, Sendable {
            struct Representation: Decodable, Sendable {
                let type: String
                let name: String
            }

            let item: String
            let name: String
            let representations: [Representation]
        }

        let revision: Int
        let state: String
        let wantsFiles: Bool
        let items: [Item]
    }

    let number: String
    let page: String
    let token: String
    /// The origin of the page that asked, with which alone the token works.
    var origin: String?
}

extension GalleryProcess {
    /// Asks for photos like any program of this machine, or like a page in its browser.
    ///
    /// - Parameter page: The origin of the page, or `nil` for a program.
    func ask(forPhotos configuration: String, page: String? = nil) async throws -> AskedPick {
        var headers = ["Content-Type": "application/json"]
        headers["Origin"] = page
        let answer = try await LocalHTTP.send(
            .POST, "/api/picks", toPort: port, headers: headers, body: Data(configuration.utf8))
        #expect(answer.status == 201, "\(answer.text)")
        var pick = try JSONDecoder().decode(AskedPick.self, from: answer.body)
        pick.origin = page
        return pick
    }

    /// Sends a request of a session's app.
    func ask(
        _ method: HTTPMethod, _ path: String = "", of pick: AskedPick, _ json: String? = nil
    ) async throws -> LocalHTTP.Answer {
        var headers = ["Authorization": "Bearer \(pick.token)"]
        if json != nil { headers["Content-Type"] = "application/json" }
        headers["Origin"] = pick.origin
        return try await LocalHTTP.send(
            method, "/api/picks/\(pick.number)\(path)", toPort: port, headers: headers, body: json.map { Data($0.utf8) }
        )
    }

    /// Waits until a session is in a state and has at least so many items, and returns it.
    func state(_ state: String, of pick: AskedPick, items count: Int = 0) async throws -> AskedPick.State {
        var revision = 0
        while true {
            let answer = try await ask(.GET, "?after=\(revision)", of: pick)
            try #require(answer.status == 200, "\(answer.text)")
            let found = try JSONDecoder().decode(AskedPick.State.self, from: answer.body)
            if found.state == state, found.items.count >= count { return found }
            revision = found.revision
        }
    }
}

extension GalleryVisit {
    /// Opens the picker's page of a session, and waits until its photos are marked.
    func open(_ pick: AskedPick) async throws {
        try await browser.open("\(server.origin)/picker?number=\(pick.number)")
        try await waitForPicker()
    }

    /// Waits until the picker shows its photos, and input has an effect.
    func waitForPicker() async throws {
        try await browser.wait(
            for: "location.pathname === '/picker' && document.querySelector('.photo-tile img.is-loaded') !== null")
        try await waitUntilPickerListens()
    }

    /// Waits until input has an effect in the picker again, which has shown another button or got the focus.
    func waitUntilPickerListens() async throws {
        try await browser.wait(for: "!document.documentElement.hasAttribute('data-quiet')")
    }

    /// Gives the focus to a picker's window that has just opened or come to the front. Its first click does so, and the
    /// picker ignores input for a moment after that.
    func focusPicker() async throws {
        try await click(at: BrowserSession.Point(x: 2, y: 2))
        try await waitUntilPickerListens()
    }

    /// Clicks a button that closes the picker's window, and sends all further commands to another window.
    func closePicker(by button: String, returningTo window: String) async throws {
        do {
            try await browser.find(button).click()
        } catch let error as WebDriverError where error.code == "no such window" {
            // The window closed before the driver answered.
        }
        try await browser.use(window: window)
    }

    /// Waits until the picker says how many photos are chosen, and all of them are marked.
    func waitForChosen(_ text: String) async throws {
        try await browser.wait(for: "document.querySelector('.picker-status').textContent === arguments[0]", text)
    }

    /// Waits until a sentence has replaced the picker.
    func waitForEnding(_ title: String) async throws {
        try await browser.wait(for: "document.querySelector('.notice-title')?.textContent === arguments[0]", title)
    }

    /// Waits for a short notice that contains the text.
    func waitForShortNotice(_ part: String) async throws {
        try await browser.wait(
            for: "document.querySelector('.short-notice')?.textContent.includes(arguments[0])", part)
    }
}
