import Foundation
import Synchronization

/// Writes messages to standard error that PhotoKit's API can't report.
package enum Diagnostics {
    private static let told = Mutex<Set<String>>([])

    /// - Parameter module: The framework that the message begins with.
    package static func report(_ message: String, module: String = "Photos") {
        FileHandle.standardError.write(Data("\(module): \(message)\n".utf8))
    }

    /// Writes each message once per process.
    static func reportOnce(_ message: String) {
        if told.withLock({ $0.insert(message).inserted }) { report(message) }
    }
}
