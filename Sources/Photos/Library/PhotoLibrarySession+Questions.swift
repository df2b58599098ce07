import Cancellation
import Foundation
import MediaRequests
import PhotoLibrary
import Records

/// Questions to the user: at the program's terminal, and in the gallery's page if a server of the library runs. The
/// first answer counts. All methods block until the user answers.
extension PhotoLibrarySession {
    /// Asks for access. Returns `nil` if nobody can be asked.
    ///
    /// Starts a server if there is no terminal, but a screen on which it can open a browser.
    func askTheUser(for level: PHAccessLevel) -> OwnerConsultation.Outcome? {
        let level = AccessLevel(level)
        let reason = reason(for: level)
        let question = NewQuestion(
            client: client, kind: .access(level), reason: reason, presents: !prompt.canAsk)
        return consult(question, startsServer: !prompt.canAsk && hasScreen) { [prompt, client] cancellation in
            prompt.access(level, client: client, reason: reason, cancellation)
        }
    }

    /// Asks for deletions and edits. Returns `nil` if nobody can be asked.
    func askTheUser(about request: ConsentRequest) -> Bool? {
        let count = request.deletion.needsCount ? request.deletion.assets : nil
        let question = NewQuestion(
            client: client, kind: .change(text: request.text, needsCount: count), presents: !prompt.canAsk)
        let outcome = consult(question, startsServer: false) { [prompt, client] cancellation in
            prompt.mayChange(request, client: client, cancellation).map { $0 ? .allow(count: count) : .none }
        }
        return outcome?.answer.map { answer in
            // The catalog has checked the count.
            if case .allow = answer { true } else { false }
        }
    }

    /// Asks whether the user keeps the client's selection or selects more. Asks only if there is a terminal or a
    /// running server, and doesn't open a browser unasked.
    func askAboutSelection() {
        guard let library else { return }
        var wantsMore = false
        let question = NewQuestion(client: client, kind: .selection, reason: reason(for: .readWrite))
        _ = consult(question, startsServer: false) { [prompt, client] cancellation in
            let count = (try? library.chosenAssets(ofClient: client).count) ?? 0
            let answer = prompt.wantsSelection(client: client, chosen: count, cancellation)
            wantsMore = answer == true
            return answer == nil ? nil : QuestionAnswer.none
        }
        if wantsMore { _ = selectAssets(asksAtTerminal: true) }
    }

    /// Lets the user edit the client's selection in the picker. Starts a server if none runs.
    ///
    /// - Parameter asksAtTerminal: Whether the user can cancel at the terminal.
    /// - Returns: The row identifiers of the newly chosen assets. Empty if the user cancels, or if the picker can't be
    ///   shown, which a message on standard error explains.
    func selectAssets(asksAtTerminal: Bool) -> [Int64] {
        guard let library, let server = server(of: library, starts: true) else { return [] }
        let asks = asksAtTerminal && prompt.canAsk
        if !asks { Diagnostics.report("Select the photos for “\(client)” at \(server.address)") }
        let question = NewQuestion(
            client: client, kind: .selection, reason: reason(for: .readWrite), presents: true)
        let prompt: (WorkCancellation) -> QuestionAnswer? = { [prompt, client] cancellation in
            prompt.awaitSelection(client: client, at: server.address, cancellation) == false ? QuestionAnswer.none : nil
        }
        do {
            let consultation = OwnerConsultation(library, hasPage: true)
            let outcome = try consultation.ask(question, prompt: asks ? prompt : nil)
            guard case .selection(let added) = outcome.answer else { return [] }
            return added
        } catch {
            Diagnostics.report("The photos for “\(client)” can't be selected. \(error)")
            return []
        }
    }

    /// Lets the user edit the selection if the client has limited access. Does nothing otherwise.
    ///
    /// - Returns: The local identifiers of the newly chosen assets.
    package func selectedIdentifiers() -> [String] {
        guard status(for: .readWrite) == .limited, let library else { return [] }
        let added = selectAssets(asksAtTerminal: false)
        do {
            let records = try currentView(of: library).assets(withIdentifiers: added)
            return added.compactMap { records[$0] }.map { LocalIdentifier.string(uuid: $0.uuid, kind: .asset) }
        } catch {
            Diagnostics.report("The selected photos can't be read: \(error)")
            return []
        }
    }

    // MARK: Parts

    /// The reason for the client's access in its own words.
    private func reason(for level: AccessLevel) -> String? {
        properties.usage(onlyToAdd: level == .addOnly)
            ?? environment["ALBUMEN_USAGE"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether a browser has a screen.
    private var hasScreen: Bool {
        ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
    }

    /// Asks at the terminal and in the page, as far as they exist. Returns `nil` if neither does.
    private func consult(
        _ question: NewQuestion, startsServer: Bool, prompt: @escaping (WorkCancellation) -> QuestionAnswer?
    ) -> OwnerConsultation.Outcome? {
        let canPrompt = self.prompt.canAsk
        guard let library else {
            guard canPrompt else { return nil }
            return OwnerConsultation.Outcome(answer: prompt(WorkCancellation()), isStored: false)
        }
        let hasPage = server(of: library, starts: startsServer) != nil
        guard canPrompt || hasPage else { return nil }
        do {
            return try OwnerConsultation(library, hasPage: hasPage).ask(question, prompt: canPrompt ? prompt : nil)
        } catch {
            Diagnostics.report("The user can't be asked. \(error)")
            return nil
        }
    }

    /// Returns the server of the library, or `nil` if none runs. A message explains why none starts.
    private func server(of library: Library, starts: Bool) -> LibraryServer? {
        do {
            if let server = try ServerLocation(of: library.folder).running() { return server }
            return starts ? try ServerProgram(of: library.folder, environment: environment).start() : nil
        } catch {
            Diagnostics.reportOnce("The gallery can't be used for questions. \(error)")
            return nil
        }
    }
}
