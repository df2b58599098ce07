import Foundation
import MediaRequests
import SystemCalls
import SystemPackage

/// Whether a worker with an incomplete sandbox may read files.
package enum SandboxPolicy: String, Sendable, CaseIterable {
    /// Uses the worker and writes a warning to standard error once.
    case prefer
    /// Refuses to use the worker.
    case require

    package static let variable = "ALBUMEN_SANDBOX"

    /// Returns the value of `ALBUMEN_SANDBOX`, else the content of `albumen/sandbox` in `XDG_CONFIG_HOME` or
    /// `~/.config`, else `prefer`. An invalid value or an unreadable file counts as `require`, because its author
    /// wanted a restriction.
    package static func current(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> SandboxPolicy {
        if let value = environment[variable], !value.isEmpty { return SandboxPolicy(rawValue: value) ?? .require }
        guard let file = settingFile(environment: environment) else { return .prefer }
        guard let text = FileManager.default.contents(atPath: file) else {
            // A folder that can't be searched may contain the file.
            return access(file, F_OK) != 0 && Set.withoutFile.contains(.current) ? .prefer : .require
        }
        let word = String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return SandboxPolicy(rawValue: word) ?? .require
    }

    private static func settingFile(environment: [String: String]) -> String? {
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return folder + "/albumen/sandbox" }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return home + "/.config/albumen/sandbox"
    }

    /// - Throws: `sandboxIncomplete` if the policy forbids a worker in this state.
    func check(_ state: WorkerState, _ executable: String) throws(MediaError) {
        guard !state.isWhole else { return }
        let reasons = state.complaints.isEmpty ? "" : " (\(state.complaints.joined(separator: "; ")))"
        guard self == .prefer else {
            throw MediaError(
                .sandboxIncomplete,
                "The media worker's sandbox is incomplete\(reasons), and \(Self.variable) or the setting "
                    + "albumen/sandbox requires it. Run albumen doctor to see what is missing.")
        }
        IncompleteSandboxWarning.write(
            "albumen: The media worker's sandbox is incomplete\(reasons): a hostile file that takes the worker over "
                + "could do what you can. Run albumen doctor to see what is missing; \(Self.variable)=require refuses "
                + "such a worker."
        )
    }
}
