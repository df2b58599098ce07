import Albumen
import Hummingbird
import Records
import ServiceLifecycle
import Synchronization

/// Asks the library's owner before a client deletes anything, or edits assets that it didn't create. The request waits
/// for the answer on a thread of its own pool. Any thread can call the methods.
final class ChangeConsents: Sendable {
    /// The largest number of changes that wait for the owner.
    static let limit = BlockingWork.consentThreads
    /// The largest number of them of one client.
    static let limitOfClient = 2

    private let clients: ClientAdmissions
    private let patience: Duration
    /// The number of waiting changes of each client.
    private let waiting = Mutex<[String: Int]>([:])

    /// - Parameter patience: The longest time to wait for an answer.
    init(clients: ClientAdmissions, patience: Duration = .seconds(120)) {
        self.clients = clients
        self.patience = patience
    }

    /// Returns what the owner allowed, or `nil` if the change needs no consent. Nothing of the owner's does.
    ///
    /// - Throws: `Refusal` (403) if the owner declines or doesn't answer, (429) if too many changes wait, or (401) if
    ///   the client has lost its access meanwhile. `LibraryError.Code.notFound` for an asset that the client can't see.
    func obtain(
        for operations: [Transaction.Operation], ofAssets uuids: [String] = [], in view: LibraryView,
        _ context: GalleryContext
    ) async throws -> ConsentRequest? {
        guard context.client != nil else { return nil }
        return try await obtain(in: view, context) {
            let visible = try view.assetRows(uuids: uuids)
            if let missing = uuids.first(where: { visible[$0] == nil }) { throw LibraryError.noAsset(missing) }
            return try view.consentRequest(in: Transaction(operations))
        }
    }

    /// Returns what the owner allowed before an edit of assets, or `nil` if the edit needs no consent.
    ///
    /// - Throws: As `obtain(for:ofAssets:in:_:)`. Ignores assets that the client can't see.
    func obtain(
        toEdit uuids: [String], in view: LibraryView, _ context: GalleryContext
    ) async throws -> ConsentRequest? {
        guard context.client != nil else { return nil }
        return try await obtain(in: view, context) { try view.consentRequest(toEdit: uuids) }
    }

    private func obtain(
        in view: LibraryView, _ context: GalleryContext,
        _ read: @escaping @Sendable () throws -> ConsentRequest?
    ) async throws -> ConsentRequest? {
        guard let visit = context.client, let request = try await clients.work.read(read) else { return nil }
        guard enter(visit.client) else { throw Refusal.tooManyConsents }
        defer { leave(visit.client) }
        guard case .allow? = try await answer(to: request, of: visit, context) else { throw Refusal.notAllowed }
        guard try await clients.holds(visit) else { throw Refusal.noClient }
        return request
    }

    private func answer(
        to request: ConsentRequest, of visit: ClientVisit, _ context: GalleryContext
    ) async throws -> QuestionAnswer? {
        let deletion = request.deletion
        let kind = Question.Kind.change(text: request.text, needsCount: deletion.needsCount ? deletion.assets : nil)
        let (library, peer) = (clients.library, context.peer)
        let alarm = ChangeAlarm()
        context.whenDeparted { [weak alarm] in alarm?.end() }
        let timer = Task { [patience] in
            if (try? await Task.sleep(for: patience)) != nil { alarm.end() }
        }
        defer { timer.cancel() }
        return try await withGracefulShutdownHandler {
            try await clients.work.consent {
                let program = peer.isOwner ? SocketProgram.path(ofSocket: peer.inode, user: peer.user) : nil
                let question = NewQuestion(client: visit.client, kind: kind, program: .other(program))
                return try library.waitForAnswer(library.ask(question), alarm: alarm)
            }
        } onGracefulShutdown: {
            alarm.end()
        }
    }

    private func enter(_ client: String) -> Bool {
        waiting.withLock { waiting in
            guard waiting.values.reduce(0, +) < Self.limit, waiting[client, default: 0] < Self.limitOfClient else {
                return false
            }
            waiting[client, default: 0] += 1
            return true
        }
    }

    private func leave(_ client: String) {
        waiting.withLock { waiting in
            let rest = waiting[client, default: 1] - 1
            waiting[client] = rest > 0 ? rest : nil
        }
    }
}

extension Refusal {
    static let notAllowed = Refusal(
        status: .forbidden, code: "notAllowed",
        message: "The library's owner didn't allow this change. Nothing was changed.")

    static let tooManyConsents = Refusal(
        status: .tooManyRequests, code: "tooMany",
        message: "Too many changes wait for the library's owner. Try again later.", headers: [.retryAfter: "30"])
}
