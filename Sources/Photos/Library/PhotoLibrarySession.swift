package import Albumen
package import Dispatch
import Foundation
import Records
import Synchronization

/// What PhotoKit's static calls work on: one library, one client, and who answers for the user.
package final class PhotoLibrarySession: Sendable {
    /// The session of this task; the process's own, unless a test set another.
    @TaskLocal package static var current = PhotoLibrarySession()

    private struct State {
        var library: Result<Library, any Error>?
        /// What was answered in this process and could not be stored, or came from nobody.
        var unstoredAnswers: [PHAccessLevel: PHAuthorizationStatus] = [:]
        var isAskingForReading = false
        var callbackQueue: DispatchQueue
        var defaultResizeMode = PHImageRequestOptionsResizeMode.fast
    }

    /// The name under which the user's answers and chosen assets are kept.
    let client: String
    private let openLibrary: @Sendable () throws -> Library
    /// The answer given by the environment, before any other.
    private let fixedStatus: PHAuthorizationStatus?
    private let prompt: any UserPrompt
    /// What the environment answers when the user is to be asked about a deletion.
    private let confirmation: ConfirmationSetting?
    /// Where the session's change blocks run, one after the other.
    let changes = ChangeQueue()
    /// Who hears of changes of the session's library.
    let observers = Observers()
    private let state: Mutex<State>
    /// Held while the user is asked, so that two calls at once ask once.
    private let asking = Mutex(())

    /// - Parameters:
    ///   - environment: `ALBUMEN_ACCESS` answers for the user, `ALBUMEN_CONFIRM` about deletions, `ALBUMEN_CLIENT`
    ///     names the app, and `ALBUMEN_LIBRARY` the library.
    ///   - callbackQueue: where result handlers are called.
    ///   - openLibrary: called once, when first needed.
    package init(
        environment: [String: String] = ProcessInfo.processInfo.environment, prompt: any UserPrompt = TerminalPrompt(),
        callbackQueue: DispatchQueue = .main, openLibrary: (@Sendable () throws -> Library)? = nil
    ) {
        self.client = environment["ALBUMEN_CLIENT"] ?? ProcessInfo.processInfo.processName
        self.fixedStatus = Self.fixedStatus(environment["ALBUMEN_ACCESS"])
        self.prompt = prompt
        self.confirmation = ConfirmationSetting(environment: environment)
        self.state = Mutex(State(callbackQueue: callbackQueue))
        self.openLibrary = openLibrary ?? { try Self.openLibrary(environment) }
    }

    /// Opens the user's library, and says so if it has to make it: the path may be mistyped.
    private static func openLibrary(_ environment: [String: String]) throws -> Library {
        let folder = try LibraryLocation.find(environment: environment)
        let isNew = !Library.exists(at: folder)
        let library = try Library(at: folder)
        if isNew {
            Diagnostics.report(
                "Made a new, empty photo library at \(folder.path). If you expected photos there, check ALBUMEN_LIBRARY."
            )
        }
        return library
    }

    /// The library; nil where it cannot be opened, which is told once.
    var library: Library? {
        do {
            return try openedLibrary()
        } catch {
            Diagnostics.reportOnce("The photo library cannot be opened: \(error)")
            return nil
        }
    }

    /// The library, which is opened when first needed.
    func openedLibrary() throws -> Library {
        try state.withLock { state in
            if let library = state.library { return library }
            let opened = Result { try openLibrary() }
            state.library = opened
            return opened
        }.get()
    }

    /// Where result handlers are called.
    var callbackQueue: DispatchQueue {
        get { state.withLock { $0.callbackQueue } }
        set { state.withLock { $0.callbackQueue = newValue } }
    }

    /// What new options for images ask for.
    var defaultResizeMode: PHImageRequestOptionsResizeMode {
        get { state.withLock { $0.defaultResizeMode } }
        set { state.withLock { $0.defaultResizeMode = newValue } }
    }

    /// Calls a completion handler on the queue of changes, after the observers of the change.
    ///
    /// It waits half a second at most, because an observer may itself wait for the handler, or for a thread that does.
    func completeChange(_ handler: @escaping @Sendable () -> Void) {
        let complete: @Sendable () -> Void = { [self] in
            Self.$current.withValue(self) { changes.complete(handler) }
        }
        // Without an open library nothing was changed.
        guard case .success(let library)? = state.withLock({ $0.library }) else { return complete() }
        library.changes.afterReports(patience: .milliseconds(500), complete)
    }

    // MARK: Authorization

    func status(for level: PHAccessLevel) -> PHAuthorizationStatus {
        if let fixedStatus { return fixedStatus.applied(to: level) }
        // An answer that was stored since, as by `albumen access set`, replaces the one of this process.
        if let answer = storedStatus(for: level) { return answer }
        let unstored = state.withLock { $0.unstoredAnswers[level] } ?? .notDetermined
        guard level == .addOnly else { return unstored }
        let implied = AuthorizationStatus(status(for: .readWrite)).impliedStatusForAdding
        return implied.flatMap(PHAuthorizationStatus.init) ?? unstored
    }

    /// Asks the user, if that was never done, and answers the status. Blocks while the user thinks.
    func askForStatus(for level: PHAccessLevel) -> PHAuthorizationStatus {
        asking.withLock { _ in
            let known = status(for: level)
            return known == .notDetermined ? ask(for: level) : known
        }
    }

    private func ask(for level: PHAccessLevel) -> PHAuthorizationStatus {
        guard let isAllowed = prompt.mayUseLibrary(client: client, onlyToAdd: level == .addOnly) else {
            Diagnostics.reportOnce(
                "Nobody could be asked whether “\(client)” may see the photos, so it may not. Run it at a terminal, set "
                    + "ALBUMEN_ACCESS to authorized or limited, or allow it with: "
                    + RequestFailure.command(toAllow: client))
            state.withLock { $0.unstoredAnswers[level] = .denied }
            return .denied
        }
        let answer: PHAuthorizationStatus = isAllowed ? .authorized : .denied
        if !store(answer, for: level) {
            state.withLock { $0.unstoredAnswers[level] = answer }
            observers.tellOfAccess(self)
        }
        return answer
    }

    /// What the client may read; nil for nothing. A client that was never asked about is, in the background.
    func accessForReading() -> Access? {
        switch status(for: .readWrite) {
        case .authorized: return .full
        case .limited: return .limited(client: client)
        case .denied, .restricted: return nil
        case .notDetermined:
            let isFirst = state.withLock { state in
                defer { state.isAskingForReading = true }
                return !state.isAskingForReading
            }
            if isFirst { DispatchQueue.global().async { _ = self.askForStatus(for: .readWrite) } }
            return nil
        }
    }

    /// What the client may do with what it sees; nil for nothing. Never asks.
    var accessForChanging: Access? {
        Access(status(for: .readWrite), client: client)
    }

    /// A library with the access that the client has now. Without access the view finds nothing. Never asks.
    func currentView(of library: Library) -> LibraryView {
        library.view(for: currentPrincipal)
    }

    /// The client with the access that it has now. Never asks.
    var currentPrincipal: Principal { .client(client, access: accessForChanging ?? .denied) }

    /// The client with the access that it has for reading.
    func principalForReading() -> Principal {
        .client(client, access: accessForReading() ?? .denied)
    }

    /// A library with the access that the client has for reading. Without access the view finds nothing.
    func viewForReading(of library: Library) -> LibraryView {
        library.view(for: principalForReading())
    }

    /// The session's library with the access that the client has for reading.
    ///
    /// - Throws: `RequestFailure` without access; another error if the library can't be opened.
    func requireView() throws -> LibraryView {
        guard let access = accessForReading() else {
            throw RequestFailure.access(status(for: .readWrite), client: client)
        }
        return try openedLibrary().view(for: .client(client, access: access))
    }

    /// What the client may change, after the user was asked where that was never done.
    ///
    /// - Parameter onlyToAdd: adding will do.
    /// - Throws: `RequestFailure` where the user said no.
    func askForChanging(onlyToAdd: Bool) throws -> Access {
        if let access = accessForChanging { return access }
        let status = askForStatus(for: onlyToAdd ? .addOnly : .readWrite)
        guard let access = Access(status, client: client) else { throw RequestFailure.change(status, client: client) }
        return onlyToAdd ? .addOnly : access
    }

    /// Asks the user about a deletion. Blocks while the user thinks. Nil where there is nobody to ask.
    func mayDelete(_ deletion: Deletion) -> Bool? {
        confirmation.map { $0.answer(to: deletion) } ?? prompt.mayDelete(deletion, client: client)
    }

    private func storedStatus(for level: PHAccessLevel) -> PHAuthorizationStatus? {
        guard let library else { return nil }
        do {
            return try library.grantedStatus(client: client, accessLevel: AccessLevel(level))
                .flatMap(PHAuthorizationStatus.init)
        } catch {
            Diagnostics.report("The user's answer could not be read: \(error)")
            return nil
        }
    }

    private func store(_ status: PHAuthorizationStatus, for level: PHAccessLevel) -> Bool {
        guard let library else { return false }
        do {
            try library.setGrantedStatus(
                AuthorizationStatus(status), client: client, accessLevel: AccessLevel(level))
            return true
        } catch {
            Diagnostics.report("The user's answer could not be kept: \(error)")
            return false
        }
    }

    private static func fixedStatus(_ value: String?) -> PHAuthorizationStatus? {
        switch value {
        case nil, "": return nil
        case "authorized": return .authorized
        case "limited": return .limited
        case "denied": return .denied
        case "restricted": return .restricted
        case .some(let value):
            Diagnostics.reportOnce(
                "ALBUMEN_ACCESS is “\(value)”; it can be authorized, limited, denied or restricted. It counts as denied."
            )
            return .denied
        }
    }
}

extension Access {
    /// Nil where the user lets the client see nothing, or was not asked.
    fileprivate init?(_ status: PHAuthorizationStatus, client: String) {
        switch status {
        case .authorized: self = .full
        case .limited: self = .limited(client: client)
        case .notDetermined, .restricted, .denied: return nil
        }
    }
}

extension PHAuthorizationStatus {
    /// Adding is never limited.
    fileprivate func applied(to level: PHAccessLevel) -> PHAuthorizationStatus {
        self == .limited && level == .addOnly ? .authorized : self
    }

    /// What an app sees that does not know of limited access.
    var withoutLimited: PHAuthorizationStatus {
        self == .limited ? .authorized : self
    }
}
