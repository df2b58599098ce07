import Foundation
import Synchronization

/// Tells the developer, on the standard error, what PhotoKit's calls have no way to tell.
enum Diagnostics {
    private static let told = Mutex<Set<String>>([])

    static func report(_ message: String) {
        FileHandle.standardError.write(Data("Photos: \(message)\n".utf8))
    }

    /// Tells each message once a process.
    static func reportOnce(_ message: String) {
        if told.withLock({ $0.insert(message).inserted }) { report(message) }
    }
}
