package import Dispatch
import Foundation
package import PhotoLibrary
import Synchronization

/// The context of PhotoKit's static calls: one library, one client, and the source of the user's answers.
package final class PhotoLibrarySession: Sendable {
    /// The session of this task. It's the process's own unless a test sets another one.
    @TaskLocal package static var current = PhotoLibrarySession()

    private struct State {
        var library: Result<Library, any Error>?
        var callbackQueue: DispatchQueue
        var defaultResizeMode = PHImageRequestOptionsResizeMode.fast
    }

    /// The name under which the user's answers and chosen assets are stored.
    let client: String
    private let openLibrary: @Sendable () throws -> Library
    let environment: [String: String]
    let properties: ProgramProperties
    let prompt: any UserPrompt
    /// The environment's answer to questions about deletions and edits.
    let confirmation: ConfirmationSetting?
    /// The user's answers about the client's access that aren't in the library.
    let answers: AccessAnswers
    /// The queue on which the session's change blocks run, one after another.
    let changes = ChangeQueue()
    /// The observers of the session's library.
    let observers = Observers()
    private let state: Mutex<State>

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
        self.environment = environment
        self.properties = properties
        self.client = environment["ALBUMEN_CLIENT"] ?? ProcessInfo.processInfo.processName
        self.prompt = prompt
        self.confirmation = ConfirmationSetting(environment: environment)
        self.answers = AccessAnswers(environment, properties)
        self.state = Mutex(State(callbackQueue: callbackQueue))
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

    /// The library, or `nil` if nothing has opened it yet.
    var knownLibrary: Library? {
        if case .success(let library)? = state.withLock({ $0.library }) { library } else { nil }
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
        guard let library = knownLibrary else { return complete() }
        library.changes.afterReports(patience: .milliseconds(500), complete)
    }
}
