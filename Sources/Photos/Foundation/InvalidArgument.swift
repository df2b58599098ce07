/// Stops the program where Apple's PhotoKit raises `NSInvalidArgumentException`.
///
/// It doesn't use `preconditionFailure`, which prints no message in release builds.
func raiseInvalidArgument(_ message: String, file: StaticString = #file, line: UInt = #line) -> Never {
    fatalError(message, file: file, line: line)
}
