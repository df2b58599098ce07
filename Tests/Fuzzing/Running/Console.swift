import Foundation

/// What the run tells, line by line and at once.
enum Console {
    static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
