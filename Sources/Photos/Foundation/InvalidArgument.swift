/// Stops the program where Objective-C's PhotoKit raises `NSInvalidArgumentException`.
///
/// Not `preconditionFailure`, which keeps its message to itself in release builds.
func raiseInvalidArgument(_ message: String, file: StaticString = #file, line: UInt = #line) -> Never {
    fatalError(message, file: file, line: line)
}
