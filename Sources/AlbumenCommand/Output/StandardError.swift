import Foundation
import SystemCalls
import SystemPackage

/// The program's error output: each line is written at once.
enum StandardError {
    static func write(line: String) {
        write(line + "\n")
    }

    /// Best effort: if the error output is closed, there is no place to report that.
    static func write(_ text: String) {
        Array(text.utf8).withUnsafeBytes { bytes in
            _ = Result { () throws(Errno) in try FileDescriptor.standardError.write(all: bytes) }
        }
    }
}
