import AlbumenTestSupport
import Foundation
import Testing

/// The program `AccessClient`, an app that uses PhotoKit in its own process.
final class AccessProgram: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The name by which the app calls itself.
    let client: String
    private let program: ProgramRun

    static var executable: URL {
        GalleryProcess.executable.deletingLastPathComponent().appending(path: "AccessClient")
    }

    /// Starts the program. It ends with this object.
    ///
    /// - Parameters:
    ///   - steps: The arguments of `AccessClient`.
    ///   - reason: The reason that the app gives for its question.
    ///   - count: The number that the user has to repeat to allow a change.
    init(
        _ client: String, in library: URL, _ steps: [String], reason: String? = nil, count: Int? = nil
    ) throws {
        self.client = client
        var environment = GalleryProcess.environment(for: library)
        environment["ALBUMEN_LIBRARY"] = library.path(percentEncoded: false)
        environment["ALBUMEN_CLIENT"] = client
        environment["ALBUMEN_LIMITED_ALERT"] = "never"
        environment["ALBUMEN_USAGE"] = reason
        environment["ALBUMEN_COUNT"] = count.map(String.init)
        // Started without a shell, so that the program itself can be killed.
        program = try ProgramRun(Self.executable, steps, environment: environment)
    }

    deinit {
        program.kill(SIGKILL)
    }

    /// Ends the program without notice.
    func kill() { program.kill(SIGKILL) }

    /// Waits until the program has printed a line that begins with a text, and returns its first such line.
    ///
    /// - Parameter count: Waits for so many of these lines, and returns the last of them.
    func line(_ beginning: String, count: Int = 1) async throws -> String {
        let program = program
        let found = try await onOwnThread { () -> String? in
            var found: String?
            _ = program.waitForOutput { output in
                // The last line may be incomplete.
                let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                found = lines.filter { $0.hasPrefix(beginning) }.dropFirst(count - 1).first.map(String.init)
                return found != nil
            }
            return found
        }
        guard let found else {
            let outcome = try program.wait()
            throw Failure(description: "\(client) ended without “\(beginning)”: \(outcome.output)\(outcome.error)")
        }
        return found
    }
}

extension GalleryVisit {
    /// Waits until the page shows a question of a program and accepts an answer, and returns the question's text.
    func waitForQuestion(of client: String) async throws -> String {
        try await browser.wait(
            for: """
                (() => {
                  const dialog = document.querySelector("dialog.question");
                  // The dialog prevents presses until it accepts an answer.
                  return dialog?.textContent.includes(arguments[0])
                    && dialog.dispatchEvent(new PointerEvent("pointerdown", { cancelable: true }));
                })()
                """, client)
        return try await browser.evaluate("return document.querySelector('dialog.question').innerText")
    }

    func waitForNoQuestion() async throws {
        try await browser.wait(for: "!document.querySelector('dialog.question')")
    }

    /// Gives an answer: `all`, `selected`, `none` or `allow`.
    func answer(_ answer: String) async throws {
        try await browser.find("dialog.question [data-answer=\(answer)]").click()
    }

    /// Answers that photos may be selected, and goes to the picker's window.
    func answerBySelecting() async throws {
        let windows = try await browser.windows()
        try await answer("selected")
        try await browser.useNewWindow(besides: windows)
        try await waitForPicker()
    }

    /// Opens the page that shows which app sees which photos.
    func openAccess() async throws {
        try await browser.open("\(server.origin)/access")
        try await browser.wait(for: "document.querySelector('.client-card, .side-page-message') !== null")
    }

    /// Waits until the card of an app contains a text.
    func waitForCard(_ client: String, _ text: String) async throws {
        try await browser.wait(
            for: """
                [...document.querySelectorAll(".client-card")]
                  .some((card) => card.dataset.client === arguments[0] && card.innerText.includes(arguments[1]))
                """, client, text)
    }

    /// Waits until the picker of an app's photos marks the selected ones.
    func waitForMarked(_ count: Int) async throws {
        try await browser.wait(
            for: "document.querySelectorAll('.photo-tile[aria-selected=true]').length === arguments[0]", count)
    }
}
