import Albumen
import PickerWire
import Records

/// Applies the user's changes of a client's selection, and answers the question that asked for them. Blocks. Calls must
/// not overlap.
struct SelectionEnd {
    let picks: PickSessions
    let view: LibraryView

    /// Ends a session for a client's selection.
    ///
    /// Add applies only the differences, in one change. Changes that others made meanwhile stay. Cancel answers a
    /// question about the selection with none. A question about access stays open then, because the user hasn't decided
    /// on it.
    ///
    /// - Throws: `Refusal` if the session has changed since the revision, has ended, or isn't for a selection.
    func end(_ number: String, revision: Int, adds: Bool) throws -> PickSession {
        let session = try picks.selection(number, revision: revision)
        guard let selection = session.selection else { throw Refusal.noPick }
        var added: [Int64] = []
        if adds {
            added = try view.library.changeSelection(
                ofClient: selection.client, choosing: selection.chosen, deselecting: Array(selection.deselected),
                author: view.principal.author
            ).chosen
        }
        // Before the answer, because the end of a question also ends its running session.
        let ended = try picks.end(number, revision: revision, adds: adds, removes: [])
        if let question = selection.question { try answer(question, adds: adds, added) }
        return ended
    }

    private func answer(_ identifier: Int64, adds: Bool, _ added: [Int64]) throws {
        guard let question = try view.openQuestions().first(where: { $0.id == identifier }) else { return }
        switch (question.kind, adds) {
        case (.change, _), (.access, false): return
        case (.access, true), (.selection, true):
            _ = try view.library.answer(identifier, .selection(added: added), author: view.principal.author)
        case (.selection, false):
            _ = try view.library.answer(identifier, .none, author: view.principal.author)
        }
    }
}

extension Library {
    /// Returns which of some assets are in a client's selection, with the user's differences.
    func chosen(in selection: PickSelection, among rows: [Int64]) throws -> Set<Int64> {
        var chosen = try chosenAssets(ofClient: selection.client, among: rows)
        for row in rows {
            switch selection.state(of: row) {
            case true?: chosen.insert(row)
            case false?: chosen.remove(row)
            case nil: break
            }
        }
        return chosen
    }

    /// Returns the number of assets in a client's selection, with the user's differences.
    ///
    /// - Complexity: O(*n* + *d*) for *n* stored assets, in an index, and *d* differences.
    func count(of selection: PickSelection) throws -> Int {
        let (chosen, deselected) = (selection.chosen, Array(selection.deselected))
        let stored = try chosenAssets(ofClient: selection.client, among: chosen + deselected)
        return try chosenAssetCount(ofClient: selection.client)
            + chosen.count { !stored.contains($0) } - deselected.count { stored.contains($0) }
    }
}

extension ConfirmedPick {
    /// Returns the pick of a session that the user has confirmed, or `nil` for other sessions.
    init?(_ session: PickSession) {
        guard session.selection == nil, session.state == .added, let date = session.ended else { return nil }
        self.init(
            date: date, requester: Requester(session.requester), application: session.configuration.application,
            assetCount: session.loadable.count)
    }
}
