import Foundation
import os.log

extension Logger {
    private static let subsystem = Bundle.main.bundleIdentifier ?? "com.example.gallery"
    static let importing = Logger(subsystem: subsystem, category: "import")
}

/// Imports files and logs its progress, as view models do.
final class ImportLogger: Sendable {
    private let log = OSLog(subsystem: "com.example.gallery", category: "legacy")
    private let imported = OSAllocatedUnfairLock(initialState: [String: Int]())

    func didImport(_ name: String, bytes: Int, duration: TimeInterval) {
        let count = imported.withLock { state -> Int in
            state[name, default: 0] += 1
            return state.count
        }
        Logger.importing.info(
            "Imported \(name, privacy: .public) with \(bytes) bytes in \(duration, format: .fixed(precision: 2)) s")
        Logger.importing.debug(
            "\(count, align: .right(columns: 5)) files, user \(NSUserName(), privacy: .private(mask: .hash))")
        os_log("Imported %{public}@ (%d)", log: log, type: .debug, name, count)
    }

    func didFail(_ name: String, _ error: any Error) {
        Logger.importing.error("Import of \(name) failed: \(error.localizedDescription, privacy: .public)")
        Logger.importing.log(level: .fault, "Failed: \(error as NSError)")
        os_log(.error, log: log, "Failed: %{public}@", error.localizedDescription)
        os_log("Done", type: .info)
    }
}
