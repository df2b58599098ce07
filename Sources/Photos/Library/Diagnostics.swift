import Foundation
import Synchronization

/// Writes messages to standard error that PhotoKit's API can't report.
enum Diagnostics {
    private static let told = Mutex<Set<String>>([])

    static func report(_ message: String) {
        FileHandle.standardError.write(Data("Photos: \(message)\n".utf8))
    }

    /// Writes each message once per process.
    static func reportOnce(_ message: String) {
        if told.withLock({ $0.insert(message).inserted }) { report(message) }
    }
}
