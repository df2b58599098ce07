import Foundation

/// Values from `/proc` about processes. They're missing if a process has just ended.
enum ProcessStatus {
    static func text(of path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the value of a line such as `VmHWM:   10240 kB`.
    static func bytes(of key: String, in path: String) -> Int64? {
        let line = text(of: path)?.split(separator: "\n").first { $0.hasPrefix("\(key):") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int64($0) }.map { $0 * 1024 }
    }
}
