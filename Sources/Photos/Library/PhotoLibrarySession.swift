package import Dispatch
import Foundation
package import PhotoLibrary
import Records
import Synchronization

/// The context of PhotoKit's static calls: one library, one client, and the source of the user's answers.
package final class PhotoLibrarySession: Sendable {
    /// The session of this task. It's the process's own unless a test sets another one.
    @TaskLocal package static var current = PhotoLibrarySession()

    private struct State {
        var library: Result<Library, any Error>?
        /// Answers that couldn't be stored, or that this process assumed because nobody could be asked.
        var unstoredAnswers: [PHAccessLevel: PHAuthorizationStatus] = [:]
        var isAskingForReading = false
        /// Whether the user has been asked about the selection, or needn't be.
        var hasAskedAboutSelection: Bool
        var callbackQueue: DispatchQueue
        var defaultResizeMode = PHImageRequestOptionsResizeMode.fast
        /// When this session last noted that the client uses the library.
        var notedUse: Date?
    }

    /// The name under which the user's answers and chosen assets are stored.
    let client: String
    private let openLibrary: @Sendable () throws -> Library
    /// The answer from the environment, which takes precedence over any other.
    private let fixedStatus: PHAuthorizationStatus?
    let environment: [String: String]
    let properties: ProgramProperties
    let prompt: any UserPrompt
    /// The environment's answer to questions about deletions and edits.
    private let confirmation: ConfirmationSetting?
    /// The queue on which the session's change blocks run, one after another.
    let changes = ChangeQueue()
    /// The observers of the session's library.
    let observers = Observers()
    private let state: Mutex<State>
    /// Held while the user is asked, so that two concurrent calls ask only once.
    private let asking = Mutex(())

    /// - Parameters:
    ///   - environment: The environment. `ALBUMEN_ACCESS` answers for the user, and `ALBUMEN_CONFIRM` answers questions
    ///     about deletions. `ALBUMEN_CLIENT` names the app, and `ALBUMEN_LIBRARY` names the library. `ALBUMEN_USAGE` is
    ///     the app's reason. `ALBUMEN_LIMITED_ALERT=never` prevents the question about the selection at the first
    ///     fetch.
    ///   - properties: The app's `Info.plist`.
    ///   - callbackQueue: The queue on which result handlers are called.
    ///   - openLibrary: A closure that opens the library. It's called once, on first use.
    package init(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        properties: ProgramProperties = .current, prompt: any UserPrompt = TerminalPrompt(),
        callbackQueue: DispatchQueue = .main, openLibrary: (@Sendable () throws -> Library)? = nil
    ) {
        let fixedStatus = Self.fixedStatus(environment["ALBUMEN_ACCESS"])
        self.environment = environment
        self.properties = properties
        self.client = environment["ALBUMEN_CLIENT"] ?? ProcessInfo.processInfo.processName
        self.fixedStatus = fixedStatus
        self.prompt = prompt
        self.confirmation = ConfirmationSetting(environment: environment)
        let preventsAlert =
            fixedStatus != nil || environment["ALBUMEN_LIMITED_ALERT"] == "never"
            || properties.preventsLimitedAccessAlert
        self.state = Mutex(State(hasAskedAboutSelection: preventsAlert, callbackQueue: callbackQueue))
        self.openLibrary = openLibrary ?? { try Self.openLibrary(environment) }
    }

    /// Opens the user's library. Reports if it creates the library, because the path may be mistyped.
    private static func openLibrary(_ environment: [String: String]) throws -> Library {
        let folder = try LibraryLocation.find(environment: environment)
        let isNew = !Library.exists(at: folder)
        let library = try Library(at: folder)
        if isNew {
            Diagnostics.report(
                "Made a new, empty photo library at \(folder.path). "
                    + "If you expected photos there, check ALBUMEN_LIBRARY."
            )
        }
        return library
    }

    /// The library, or `nil` if it can't be opened. The failure is reported once.
    var library: Library? {
        do {
            return try openedLibrary()
        } catch {
            Diagnostics.reportOnce("The photo library cannot be opened: \(error)")
            return nil
        }
    }

    /// Returns the library, and opens it on first use.
    func openedLibrary() throws -> Library {
        try state.withLock { state in
            if let library = state.library { return library }
            let opened = Result { try openLibrary() }
            state.library = opened
            return opened
        }.get()
    }

    /// A serial queue for handlers that Apple's framework calls on an arbitrary queue. A program can wait for such a
    /// handler on its main thread.
    var arbitraryCallbackQueue: DispatchQueue {
        let queue = callbackQueue
        return queue.isMain ? DispatchQueue(label: "albumen.photos.callbacks") : queue
    }

    /// The queue on which result handlers of images are called.
    var callbackQueue: DispatchQueue {
        get { state.withLock { $0.callbackQueue } }
        set { state.withLock { $0.callbackQueue = newValue } }
    }

    /// The resize mode of new image request options.
    var defaultResizeMode: PHImageRequestOptionsResizeMode {
        get { state.withLock { $0.defaultResizeMode } }
        set { state.withLock { $0.defaultResizeMode = newValue } }
    }

    /// Calls a completion handler on the queue of changes, after the observers of the change.
    ///
    /// Waits at most half a second, because an observer may itself wait for the handler, or for a thread that does.
    func completeChange(_ handler: @escaping @Sendable () -> Void) {
        let complete: @Sendable () -> Void = { [self] in
            Self.$current.withValue(self) { changes.complete(handler) }
        }
        // Without an open library, nothing has changed.
        guard case .success(let library)? = state.withLock({ $0.library }) else { return complete() }
        library.changes.afterReports(patience: .milliseconds(500), complete)
    }

    // MARK: Authorization

    func status(for level: PHAccessLevel) -> PHAuthorizationStatus {
        if let fixedStatus { return fixedStatus.applied(to: level) }
        // An answer stored since, for example by `albumen access set`, replaces the one of this process.
        if let answer = storedStatus(for: level) { return answer }
        let unstored = state.withLock { $0.unstoredAnswers[level] } ?? .notDetermined
        guard level == .addOnly else { return unstored }
        let implied = AuthorizationStatus(status(for: .readWrite)).impliedStatusForAdding
        return implied.flatMap(PHAuthorizationStatus.init) ?? unstored
    }

    /// Returns the status, and asks the user first if the user hasn't decided yet. Blocks until the user answers.
    func askForStatus(for level: PHAccessLevel) -> PHAuthorizationStatus {
        asking.withLock { _ in
            let known = status(for: level)
            return known == .notDetermined ? ask(for: level) : known
        }
    }

    private func ask(for level: PHAccessLevel) -> PHAuthorizationStatus {
        guard let outcome = askTheUser(for: level), let answer = outcome.answer else {
            Diagnostics.reportOnce(
                "Nobody could be asked whether “\(client)” may see the photos, so it may not. Run it at a terminal, "
                    + "set ALBUMEN_ACCESS to authorized or limited, or allow it with: "
                    + RequestFailure.command(toAllow: client))
            state.withLock { $0.unstoredAnswers[level] = .denied }
            return .denied
        }
        let status: PHAuthorizationStatus =
            switch answer {
            case .all: .authorized
            case .selected, .selection: .limited
            case .allow, .none: .denied
            }
        // A user who has just decided isn't asked again at the first fetch.
        _ = isFirstFetchWithSelection()
        if !outcome.isStored, !store(status, for: level) {
            state.withLock { $0.unstoredAnswers[level] = status }
            observers.tellOfAccess(self)
        }
        if answer == .selected { _ = selectAssets(asksAtTerminal: true) }
        return status
    }

    /// Whether the user has been asked about the selection, or needn't be.
    var hasAskedAboutSelection: Bool { state.withLock { $0.hasAskedAboutSelection } }

    /// Returns whether the user must be asked about the selection now: once, unless the app prevents it.
    private func isFirstFetchWithSelection() -> Bool {
        state.withLock { state in
            defer { state.hasAskedAboutSelection = true }
            return !state.hasAskedAboutSelection
        }
    }

    /// Returns the client's access for reading, or `nil` if it has none. If the user hasn't decided yet, asks in the
    /// background.
    func accessForReading() -> Access? {
        switch status(for: .readWrite) {
        case .authorized:
            noteUse()
            return .full
        case .limited:
            noteUse()
            if isFirstFetchWithSelection() { DispatchQueue.global().async { self.askAboutSelection() } }
            return .limited(client: client)
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

    /// The client's access to the assets that it sees, or `nil` if it has none. Never asks the user.
    var accessForChanging: Access? {
        Access(status(for: .readWrite), client: client)
    }

    /// Returns the library with the client's current access. Without access, the view contains nothing. Never asks the
    /// user.
    func currentView(of library: Library) -> LibraryView {
        library.view(for: currentPrincipal)
    }

    /// The client with its current access. Never asks the user.
    var currentPrincipal: Principal { .client(client, access: accessForChanging ?? .denied) }

    /// Returns the client with its access for reading.
    func principalForReading() -> Principal {
        .client(client, access: accessForReading() ?? .denied)
    }

    /// Returns the library with the client's access for reading. Without access, the view contains nothing.
    func viewForReading(of library: Library) -> LibraryView {
        library.view(for: principalForReading())
    }

    /// Returns the session's library with the client's access for reading.
    ///
    /// - Throws: `RequestFailure` without access, or another error if the library can't be opened.
    func requireView() throws -> LibraryView {
        guard let access = accessForReading() else {
            throw RequestFailure.access(status(for: .readWrite), client: client)
        }
        return try openedLibrary().view(for: .client(client, access: access))
    }

    /// Returns the client's access for changes, and asks the user first if the user hasn't decided yet.
    ///
    /// - Parameter onlyToAdd: Whether access for adding is sufficient.
    /// - Throws: `RequestFailure` if the user denies access.
    func askForChanging(onlyToAdd: Bool) throws -> Access {
        if let access = accessForChanging {
            noteUse()
            return access
        }
        let status = askForStatus(for: onlyToAdd ? .addOnly : .readWrite)
        guard let access = Access(status, client: client) else { throw RequestFailure.change(status, client: client) }
        noteUse()
        return onlyToAdd ? .addOnly : access
    }

    /// The condition of the client's commits. There is none if the environment decides about the access.
    var commitCondition: CommitCondition? { fixedStatus == nil ? .answers : nil }

    /// Notes in the background that the client uses the access that the user granted, at most once an hour. Doesn't
    /// wait. Notes nothing if the environment decides about the access.
    private func noteUse() {
        guard fixedStatus == nil, case .success(let library)? = state.withLock({ $0.library }) else { return }
        let date = library.now()
        let isDue = state.withLock { state in
            if let last = state.notedUse, abs(date.timeIntervalSince(last)) < Library.useInterval { return false }
            state.notedUse = date
            return true
        }
        if isDue { UseNotes.add(client, library) }
    }

    /// A sentence about an invalid `ALBUMEN_CONFIRM`, or `nil`.
    var complaintAboutConfirmation: String? { confirmation?.complaint }

    /// Asks the user about deletions and edits, and blocks until the user answers. Returns `nil` if nobody can be
    /// asked.
    func mayChange(_ request: ConsentRequest) -> Bool? {
        confirmation.map { $0.answer(to: request) } ?? askTheUser(about: request)
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
                "ALBUMEN_ACCESS is “\(value)”; it can be authorized, limited, denied or restricted. "
                    + "It counts as denied."
            )
            return .denied
        }
    }
}

extension Access {
    /// Returns `nil` if the user denied access or hasn't been asked.
    fileprivate init?(_ status: PHAuthorizationStatus, client: String) {
        switch status {
        case .authorized: self = .full
        case .limited: self = .limited(client: client)
        case .notDetermined, .restricted, .denied: return nil
        }
    }
}

extension PHAuthorizationStatus {
    /// Returns the status for a level. Access for adding is never limited.
    fileprivate func applied(to level: PHAccessLevel) -> PHAuthorizationStatus {
        self == .limited && level == .addOnly ? .authorized : self
    }

    /// The status for an app that doesn't know limited access.
    var withoutLimited: PHAuthorizationStatus {
        self == .limited ? .authorized : self
    }
}
