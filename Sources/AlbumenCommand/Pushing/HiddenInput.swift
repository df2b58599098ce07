import Foundation
import Glibc

/// A line that a person types, without showing it.
enum HiddenInput {
    /// Returns the next line of the terminal at standard input, or `nil` at its end.
    static func line() -> String? {
        var former = termios()
        guard tcgetattr(STDIN_FILENO, &former) == 0 else { return StandardInput.line() }
        var silent = former
        silent.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &former) }
        return StandardInput.line()
    }
}
