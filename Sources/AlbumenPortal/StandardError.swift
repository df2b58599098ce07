import Foundation

/// The program's error output, which the desktop's session stores in its log.
enum StandardError {
    static func write(line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
