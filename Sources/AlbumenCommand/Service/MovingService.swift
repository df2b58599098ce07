import Albumen
import Foundation

/// The user's service, while the library that it serves moves to another folder: it ends before, and starts afterwards.
struct MovingService {
    private let library: URL
    /// The text of the unit that `albumen service install` wrote, or `nil` for an installation's unit, which serves the
    /// configured library.
    private let unit: String?
    private let isRunning: Bool

    /// Returns the service of a library, or `nil` if there is none, or if albumen didn't write its unit.
    ///
    /// - Throws: `CommandFailure` if the unit can't be read.
    init?(of library: URL) throws {
        // Without a home folder, the user has no service.
        guard let file = try? ServiceUnit.file() else { return nil }
        let existing = try ServiceUnit.existing(at: file)
        let isServed = Self.serves(library)
        if let existing {
            guard ServiceUnit.isOurs(existing), ServiceUnit.names(library.path, in: existing) else { return nil }
        } else {
            guard isServed else { return nil }
        }
        (self.library, unit, isRunning) = (library, existing, isServed)
    }

    /// Whether the process of the service is the server of a library.
    private static func serves(_ library: URL) -> Bool {
        // Another user's address file, or a system without systemd: another server, if any.
        guard let server = try? ServerLocation(of: library).running(),
            let outcome = try? ServiceControl.run(
                "systemctl", ["--user", "show", ServiceUnit.name, "--property=MainPID"])
        else { return false }
        return outcome.isSuccess && outcome.output.split(separator: "\n").contains("MainPID=\(server.process)")
    }

    /// Runs a move while the service is stopped, and starts the service with the new folder if it ran.
    ///
    /// - Parameter continues: Whether an earlier move is completed, which stopped the service.
    /// - Returns: The result of `body`, and whether the service was started.
    func stopped<Result>(to folder: URL, continues: Bool, _ body: () throws -> Result?) throws -> (Result?, Bool) {
        guard !folder.path.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) else {
            throw CommandFailure(
                "The path of the new folder has a control character, which the service's unit can't have. Use another.")
        }
        if isRunning { try ServiceControl.systemctl("stop", ServiceUnit.name) }
        let result: Result?
        do {
            result = try body()
        } catch {
            try startAgain(notAt: folder)
            throw error
        }
        guard let result else {
            try startAgain(notAt: folder)
            return (nil, false)
        }
        if let unit, let moved = ServiceUnit.text(unit, naming: folder.path, insteadOf: library.path) {
            try ServiceUnit.write(moved)
            try ServiceControl.systemctl("daemon-reload")
        }
        guard try isRunning || continues && isEnabled() else { return (result, false) }
        try ServiceControl.systemctl("start", ServiceUnit.name)
        return (result, true)
    }

    /// Starts the service with the former folder after a move that failed or was stopped. A server there would change a
    /// library that is half moved.
    private func startAgain(notAt folder: URL) throws {
        guard isRunning, !LibraryMove.isInterrupted(from: library, to: folder) else { return }
        try ServiceControl.systemctl("start", ServiceUnit.name)
    }

    private func isEnabled() throws -> Bool {
        try ServiceControl.run("systemctl", ["--user", "is-enabled", "--quiet", ServiceUnit.name]).isSuccess
    }
}
