import Albumen
import Foundation
import Synchronization

/// Sends the changes of a command to the library's place at its end, so that a lost machine doesn't lose them, if no server
/// sends them.
enum LastChanges {
    /// The longest time by which this lets a command take longer, in seconds.
    private static let patience: TimeInterval = 5

    private struct Opening {
        let folder: URL
        let change: Int64
    }

    /// The connected library that the command has opened.
    private static let opening = Mutex<Opening?>(nil)

    /// Notes a library that the command has opened, if it's connected to a place.
    static func note(_ library: Library) {
        // Settings that can't be read are reported by the commands that need them.
        guard let change = try? CatalogBackup.lastChange(in: library) else { return }
        opening.withLock { $0 = Opening(folder: library.folder, change: change) }
    }

    /// Sends the changes since the library was opened. Nothing is printed, because the command itself is done: `albumen
    /// cloud status` says what waits, and why.
    static func send() {
        guard let opening = opening.withLock({ $0 }) else { return }
        do {
            let library = try Library(at: opening.folder, workerExecutable: nil, notify: { _ in })
            defer { try? library.close() }
            try CatalogBackup.sendLast(library, after: opening.change, within: patience)
        } catch {
            // A library that was moved or removed by the command, or a place that can't be used now.
        }
    }
}
