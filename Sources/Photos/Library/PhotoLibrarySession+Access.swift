import Dispatch
import Foundation
import PhotoLibrary
import Records

/// The client's access, as the environment, the library or the user's answer in this process states it.
extension PhotoLibrarySession {
    func status(for level: PHAccessLevel) -> PHAuthorizationStatus {
        if let fixed = answers.fixed { return fixed.applied(to: level) }
        // An answer stored since, for example by `albumen access set`, replaces the one of this process.
        if let answer = storedStatus(for: level) { return answer }
        let unstored = answers.unstored(for: level)
        guard level == .addOnly else { return unstored }
        let implied = AuthorizationStatus(status(for: .readWrite)).impliedStatusForAdding
        return implied.flatMap(PHAuthorizationStatus.init) ?? unstored
    }

    /// Returns the status, and asks the user first if the user hasn't decided yet. Blocks until the user answers.
    func askForStatus(for level: PHAccessLevel) -> PHAuthorizationStatus {
        answers.whileAsking {
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
            answers.keep(.denied, for: level)
            return .denied
        }
        let status: PHAuthorizationStatus =
            switch answer {
            case .all: .authorized
            case .selected, .selection: .limited
            case .allow, .none: .denied
            }
        // A user who has just decided isn't asked again at the first fetch.
        _ = answers.beginAskingAboutSelection()
        if !outcome.isStored, !store(status, for: level) {
            answers.keep(status, for: level)
            observers.tellOfAccess(self)
        }
        if answer == .selected { _ = selectAssets(asksAtTerminal: true) }
        return status
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
            if answers.beginAskingAboutSelection() { DispatchQueue.global().async { self.askAboutSelection() } }
            return .limited(client: client)
        case .denied, .restricted: return nil
        case .notDetermined:
            if answers.beginAskingForReading() {
                DispatchQueue.global().async { _ = self.askForStatus(for: .readWrite) }
            }
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
    var commitCondition: CommitCondition? { answers.fixed == nil ? .answers : nil }

    /// Notes in the background that the client uses the access that the user granted, at most once an hour. Doesn't
    /// wait. Notes nothing if the environment decides about the access.
    private func noteUse() {
        guard answers.fixed == nil, let library = knownLibrary, answers.beginNotingUse(at: library.now()) else {
            return
        }
        UseNotes.add(client, library)
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
