import AlbumenOS
import Foundation
import Logging
import Synchronization
import Testing

/// The messages that reach swift-log, whose handler a process can choose only once.
final class RecordedMessages: Sendable {
    struct Message: Equatable {
        let label: String
        let level: Logging.Logger.Level
        let text: String
        let category: String?
    }

    static let shared: RecordedMessages = {
        let messages = RecordedMessages()
        LoggingSystem.bootstrap { Handler(label: $0, messages: messages) }
        return messages
    }()

    private let messages = Mutex<[Message]>([])

    func of(_ subsystem: String) -> [Message] {
        messages.withLock { $0.filter { $0.label == subsystem } }
    }

    private struct Handler: LogHandler {
        let label: String
        let messages: RecordedMessages
        var metadata: Logging.Logger.Metadata = [:]
        var logLevel = Logging.Logger.Level.debug

        subscript(metadataKey key: String) -> Logging.Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let message = Message(
                label: label, level: event.level, text: event.message.description,
                category: metadata["category"]?.description)
            messages.messages.withLock { $0.append(message) }
        }
    }
}

@Suite struct LoggerTests {
    private let recorded = RecordedMessages.shared

    @Test func `each method has a level of swift-log`() {
        let logger = Logger(subsystem: "levels", category: "test")
        logger.trace("trace")
        logger.debug("debug")
        logger.info("info")
        logger.notice("notice")
        logger.log("log")
        logger.warning("warning")
        logger.error("error")
        logger.critical("critical")
        logger.fault("fault")
        logger.log(level: .error, "log error")
        #expect(
            recorded.of("levels").map { "\($0.text) \($0.level) \($0.category ?? "")" } == [
                "debug debug test", "info info test", "notice notice test", "log notice test",
                "warning warning test", "error error test", "critical critical test", "fault critical test",
                "log error error test",
            ])
    }

    @Test func `arguments of a message that isn't written aren't evaluated`() {
        let logger = Logger(subsystem: "lazy", category: "")
        let evaluations = Mutex(0)
        func value() -> Int {
            evaluations.withLock {
                $0 += 1
                return $0
            }
        }
        logger.trace("\(value())")
        #expect(evaluations.withLock(\.self) == 0)
        logger.debug("\(value())")
        #expect(evaluations.withLock(\.self) == 1)
    }

    @Test func `os_log writes formats and interpolations`() {
        let log = OSLog(subsystem: "functions", category: "c")
        os_log("%{public}@ has %d photos", log: log, type: .info, "Trip", 3)
        os_log(.error, log: log, "failed \(2)")
        os_log("plain", log: log)
        #expect(recorded.of("functions").map(\.text) == ["Trip has 3 photos", "failed 2", "plain"])
        #expect(recorded.of("functions").map(\.level) == [.info, .error, .notice])
    }

    @Test func `the disabled log writes nothing`() {
        os_log("secret", log: .disabled, type: .fault)
        Logger(.disabled).fault("secret")
        #expect(!OSLog.disabled.isEnabled(type: .fault))
        #expect(recorded.of(ProcessInfo.processInfo.processName).filter { $0.text == "secret" }.isEmpty)
    }
}
