public import Foundation
import Logging
import Synchronization

/// A destination of messages, named by a subsystem and a category.
///
/// Messages go to the handler of `swift-log`, which by default writes those of the level `info` and above to standard
/// error. The subsystem is the label of the logger, and the category is in the metadata. A program that wants another
/// handler or level calls `LoggingSystem.bootstrap` of `swift-log` before its first message.
open class OSLog: NSObject, @unchecked Sendable {
    // Unchecked, because the class can be subclassed. Its own properties are constant or locked.

    /// The destination of messages without a subsystem. Its label is the name of the process.
    public static let `default` = OSLog()

    /// A destination that ignores all messages.
    public static let disabled = OSLog(subsystem: "", category: "", isDisabled: true)

    private let subsystem: String
    private let category: String
    private let isDisabled: Bool
    private let logger = Mutex<Logging.Logger?>(nil)

    /// Creates a destination.
    ///
    /// - Parameters:
    ///   - subsystem: An identifier in reverse-DNS notation.
    ///   - category: A name for a part of the subsystem.
    public convenience init(subsystem: String, category: String) {
        self.init(subsystem: subsystem, category: category, isDisabled: false)
    }

    private convenience override init() {
        self.init(subsystem: "", category: "", isDisabled: false)
    }

    private init(subsystem: String, category: String, isDisabled: Bool) {
        self.subsystem = subsystem
        self.category = category
        self.isDisabled = isDisabled
        super.init()
    }

    /// Returns whether the handler writes messages of a type.
    open func isEnabled(type: OSLogType) -> Bool {
        isEnabled(type.level)
    }

    func isEnabled(_ level: Logging.Logger.Level) -> Bool {
        !isDisabled && handler.logLevel <= level
    }

    func write(_ level: Logging.Logger.Level, _ text: @autoclosure () -> String) {
        guard isEnabled(level) else { return }
        handler.log(level: level, "\(text())", source: "os")
    }

    /// The logger is created for the first message, so that a program can choose its handler after a global logger was
    /// initialized.
    private var handler: Logging.Logger {
        logger.withLock { logger in
            if let logger { return logger }
            var new = Logging.Logger(label: subsystem.isEmpty ? ProcessInfo.processInfo.processName : subsystem)
            if !category.isEmpty { new[metadataKey: "category"] = "\(category)" }
            logger = new
            return new
        }
    }
}

extension OSLogType {
    var level: Logging.Logger.Level {
        switch self {
        case .debug: .debug
        case .info: .info
        case .error: .error
        case .fault: .critical
        default: .notice
        }
    }
}
