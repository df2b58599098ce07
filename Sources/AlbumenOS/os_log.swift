// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

/// Writes a message of the default type.
public func os_log(_ message: OSLogMessage) {
    os_log(.default, log: .default, message)
}

/// Writes a message of a type.
public func os_log(_ logLevel: OSLogType, log: OSLog = .default, _ message: OSLogMessage) {
    log.write(logLevel.level, message.text)
}

/// Writes a message with a format and its arguments.
///
/// A specifier is one of `printf`'s or `%@`, with an optional privacy: `%{public}@`, `%{private}d`. Without a privacy,
/// numbers are public and other arguments private. A specifier without an argument is written as `<missing>`.
///
/// - Parameters:
///   - message: The format.
///   - log: The destination.
///   - type: The type of the message.
///   - args: The arguments. They aren't `CVarArg` as on Apple's platforms, because `String` isn't `CVarArg` here.
@_disfavoredOverload
public func os_log(
    _ message: StaticString, dso: UnsafeRawPointer? = #dsohandle, log: OSLog = .default, type: OSLogType = .default,
    _ args: Any...
) {
    log.write(type.level, LogFormat(message).text(with: args))
}

/// Writes a message of a type with a format and its arguments.
@_disfavoredOverload
public func os_log(
    _ type: OSLogType, dso: UnsafeRawPointer? = #dsohandle, log: OSLog = .default, _ message: StaticString,
    _ args: Any...
) {
    log.write(type.level, LogFormat(message).text(with: args))
}
