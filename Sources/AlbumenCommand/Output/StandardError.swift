import Foundation
import SystemCalls
import SystemPackage

/// The program's error output: each line is written at once.
enum StandardError {
    /// - Parameter level: The importance of the message in the journal of a service.
    static func write(line: String, as level: Journal.Level = .warning) {
        write((Journal.receivesErrors ? Journal.marked(line, as: level) : line) + "\n")
    }

    /// Best effort: if the error output is closed, there is no place to report that.
    static func write(_ text: String) {
        Array(text.utf8).withUnsafeBytes { bytes in
            _ = Result { () throws(Errno) in try FileDescriptor.standardError.write(all: bytes) }
        }
    }
}
