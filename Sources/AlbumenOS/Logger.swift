import Logging

/// Writes messages of a subsystem and a category.
///
/// ```swift
/// let logger = Logger(subsystem: "com.example.gallery", category: "import")
/// logger.info("Imported \(count) photos from \(folder, privacy: .public)")
/// ```
/// An argument without a privacy is public if it's a number or a Boolean. Other arguments are written as `<private>`.
/// Arguments are evaluated only if the handler writes the message. See ``OSLog`` for the handler.
public struct Logger: Sendable {
    private let destination: OSLog

    /// Creates a logger for a subsystem, in reverse-DNS notation, and one of its categories.
    public init(subsystem: String, category: String) {
        destination = OSLog(subsystem: subsystem, category: category)
    }

    /// Creates a logger without a subsystem.
    public init() {
        destination = .default
    }

    /// Creates a logger that writes to a destination.
    public init(_ logObj: OSLog) {
        destination = logObj
    }

    /// Writes a message of the default type.
    public func log(_ message: OSLogMessage) {
        destination.write(.notice, message.text)
    }

    /// Writes a message of a type.
    public func log(level: OSLogType, _ message: OSLogMessage) {
        destination.write(level.level, message.text)
    }

    /// Writes a message for tracing, of the level `trace`.
    public func trace(_ message: OSLogMessage) {
        destination.write(.trace, message.text)
    }

    /// Writes a message for debugging, of the level `debug`.
    public func debug(_ message: OSLogMessage) {
        destination.write(.debug, message.text)
    }

    /// Writes an informative message, of the level `info`.
    public func info(_ message: OSLogMessage) {
        destination.write(.info, message.text)
    }

    /// Writes a message of the default type, of the level `notice`.
    public func notice(_ message: OSLogMessage) {
        destination.write(.notice, message.text)
    }

    /// Writes a warning, of the level `warning`.
    public func warning(_ message: OSLogMessage) {
        destination.write(.warning, message.text)
    }

    /// Writes an error, of the level `error`.
    public func error(_ message: OSLogMessage) {
        destination.write(.error, message.text)
    }

    /// Writes a critical error, of the level `critical`.
    public func critical(_ message: OSLogMessage) {
        destination.write(.critical, message.text)
    }

    /// Writes a fault of the program, of the level `critical`.
    public func fault(_ message: OSLogMessage) {
        destination.write(.critical, message.text)
    }
}
