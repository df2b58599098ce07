import Foundation
import PhotoLibrary
import Synchronization

/// The answers about a client's access that aren't in the library, and the questions of this process. Any thread can
/// use it.
final class AccessAnswers: Sendable {
    private struct State {
        /// Answers that couldn't be stored, or that this process assumed because nobody could be asked.
        var unstored: [PHAccessLevel: PHAuthorizationStatus] = [:]
        var isAskingForReading = false
        var hasAskedAboutSelection: Bool
        /// When this session last noted that the client uses the library.
        var notedUse: Date?
    }

    /// The answer from the environment, which takes precedence over any other.
    let fixed: PHAuthorizationStatus?
    private let state: Mutex<State>
    /// Held while the user is asked, so that two concurrent calls ask only once.
    private let asking = Mutex(())

    init(_ environment: [String: String], _ properties: ProgramProperties) {
        let fixed = Self.fixedStatus(environment["ALBUMEN_ACCESS"])
        let preventsAlert =
            fixed != nil || environment["ALBUMEN_LIMITED_ALERT"] == "never" || properties.preventsLimitedAccessAlert
        self.fixed = fixed
        state = Mutex(State(hasAskedAboutSelection: preventsAlert))
    }

    func unstored(for level: PHAccessLevel) -> PHAuthorizationStatus {
        state.withLock { $0.unstored[level] } ?? .notDetermined
    }

    func keep(_ status: PHAuthorizationStatus, for level: PHAccessLevel) {
        state.withLock { $0.unstored[level] = status }
    }

    /// Calls a closure that may ask the user, while no other call does.
    func whileAsking(_ body: () -> PHAuthorizationStatus) -> PHAuthorizationStatus {
        asking.withLock { _ in body() }
    }

    /// Returns whether the user must be asked for access in the background now: once.
    func beginAskingForReading() -> Bool {
        state.withLock { state in
            defer { state.isAskingForReading = true }
            return !state.isAskingForReading
        }
    }

    /// Whether the user has been asked about the selection, or needn't be.
    var hasAskedAboutSelection: Bool { state.withLock { $0.hasAskedAboutSelection } }

    /// Returns whether the user must be asked about the selection now: once, unless the app prevents it.
    func beginAskingAboutSelection() -> Bool {
        state.withLock { state in
            defer { state.hasAskedAboutSelection = true }
            return !state.hasAskedAboutSelection
        }
    }

    /// Returns whether the client's use must be noted now: at most once an hour.
    func beginNotingUse(at date: Date) -> Bool {
        state.withLock { state in
            if let last = state.notedUse, abs(date.timeIntervalSince(last)) < Library.useInterval { return false }
            state.notedUse = date
            return true
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
