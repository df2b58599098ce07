import Foundation

/// The program's error output: each line is written at once.
enum StandardError {
    static func write(line: String) {
        write(line + "\n")
    }

    /// Best effort: where nobody listens, there is nobody to tell.
    static func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if count >= 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                return
            }
        }
    }
}
