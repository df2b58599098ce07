import Foundation

/// The locations of Albumen's programs.
package enum ProgramLocation {
    /// Returns the path of a program in the folder of the running program, or in a folder of `PATH`.
    package static func find(_ name: String, environment: [String: String]) -> String? {
        let beside = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
        let folders = [beside] + (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return folders.map { $0 + "/" + name }.first { access($0, X_OK) == 0 }
    }
}
