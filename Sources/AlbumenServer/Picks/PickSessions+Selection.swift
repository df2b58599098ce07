import Albumen
import Foundation
import HTTPTypes
import PickerWire
import Synchronization

/// The sessions in which the owner changes the assets that are chosen for a client. No app has their result tokens.
extension PickSessions {
    /// Returns the number of a session for a client's selection: the running one of the same question, or a new one.
    ///
    /// - Parameters:
    ///   - question: The question that the choice answers, or `nil` if the owner opened the session.
    ///   - program: The path of the program that asks.
    /// - Throws: `Refusal` (429) if too many sessions run.
    func select(for client: String, question: Int64?, program: String?) throws -> String {
        let (number, token) = (try SecretToken(), try SecretToken())
        return try change { state, now, effects in
            let running = state.sessions.values.filter { $0.state.isRunning && $0.selection != nil }
            if let question, let session = running.first(where: { $0.selection?.question == question }) {
                return session.number
            }
            guard running.count < limits.waiting else { throw Refusal.tooManyPicks(retryAfter: Self.retryTime) }
            var configuration = PickConfiguration()
            configuration.limit = 0
            let requester = PickRequester.program(user: geteuid(), path: program, isOwner: true)
            try makeRoom(for: requester.share, in: &state, now, &effects)
            let session = PickSession(
                number: String(number.text.prefix(PickNumber.length)), token: token.digest, requester: requester,
                selection: PickSelection(client: client, question: question), created: now,
                configuration: configuration, chosen: [], preselected: [], lastSeen: now)
            state.sessions[session.number] = session
            return session.number
        }
    }

    /// The numbers of the running sessions that answer questions, by question.
    func selectionNumbers() throws -> [Int64: String] {
        try change { state, _, _ in
            var numbers: [Int64: String] = [:]
            for session in state.sessions.values where session.state.isRunning {
                if let question = session.selection?.question { numbers[question] = session.number }
            }
            return numbers
        }
    }

    /// Adds the user's differences to a session.
    ///
    /// - Parameters:
    ///   - revision: The revision that the page has seen.
    ///   - chosen: The row identifiers.
    /// - Throws: `Refusal` if the session has changed since the revision, has ended, or isn't for a selection.
    func change(
        _ number: String, revision: Int, choosing chosen: [Int64], deselecting deselected: [Int64]
    ) throws -> PickSession {
        try change { state, _, effects in
            var session = try Self.selectable(number, revision: revision, in: state)
            session.selection?.change(choosing: chosen, deselecting: deselected)
            guard (session.selection?.differenceCount ?? 0) <= PickSelection.limit else {
                throw Refusal.tooManyDifferences
            }
            session.count(isVisibleToApp: false)
            state.sessions[number] = session
            effects.send(.document, to: number, state)
            return session
        }
    }

    /// Returns the session whose differences are about to be applied.
    ///
    /// - Throws: As `change`.
    func selection(_ number: String, revision: Int) throws -> PickSession {
        try change { state, _, _ in try Self.selectable(number, revision: revision, in: state) }
    }

    private static func selectable(_ number: String, revision: Int, in state: State) throws -> PickSession {
        guard let session = state.sessions[number] else { throw Refusal.noPick }
        guard session.state == .open else { throw Refusal.ended(session) }
        guard session.selection != nil else { throw Refusal.takesSelection }
        guard session.revision == revision else { throw Refusal.pickChanged }
        return session
    }

    /// Ends the sessions of a question that is no longer open, because nobody waits for the choice.
    func withdrawSelection(ofQuestion question: Int64) throws {
        try change { state, now, effects in
            for (number, session) in state.sessions
            where session.selection?.question == question && session.state.isRunning {
                var session = session
                session.finish(now, adds: false, isByOwner: false)
                session.count(isVisibleToApp: false)
                state.sessions[number] = session
                effects.send(.ended(reason: "withdrawn"), to: number, state)
            }
        }
    }
}

extension Refusal {
    static let takesDifferences = Refusal.unprocessable(
        "This session is for a client's selection. Send its changes with PATCH.")
    fileprivate static let takesSelection = Refusal.unprocessable(
        "This session is for an app. Send the whole selection with PUT.")
    fileprivate static let tooManyDifferences = Refusal(
        status: .unprocessableContent, code: "limit",
        message: "At most \(PickSelection.limit) photos and videos can be changed at a time.",
        count: PickSelection.limit)
}
