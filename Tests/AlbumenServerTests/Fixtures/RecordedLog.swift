import Logging
import Synchronization

/// Everything that a server logs, at all levels.
final class RecordedLog: Sendable {
    private struct Handler: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var metadataProvider: Logger.MetadataProvider?
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let metadata = metadata.merging(event.metadata ?? [:]) { _, new in new }
            let error = event.error.map { "\($0)" } ?? ""
            log.lines.withLock { $0.append("\(event.level) \(event.message) \(error) \(metadata)") }
        }
    }

    private let lines = Mutex<[String]>([])

    var text: String { lines.withLock { $0.joined(separator: "\n") } }

    var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }
}
