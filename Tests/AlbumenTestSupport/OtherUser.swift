package import Foundation
package import Testing

/// Another user of this machine. Needs no account, because the kernel identifies users by number.
package struct OtherUser: Sendable {
    /// Only root can act as another user, with a program of Debian's essential packages. In a container, even root
    /// may be unable to.
    package static let isPossible: Bool = {
        guard geteuid() == 0, FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv") else { return false }
        do {
            return try OtherUser(in: [100]).run(["/bin/true"]).exitStatus == 0
        } catch {
            return false
        }
    }()
    package static let reason: Comment = "only root can be another user, with setpriv"

    package let user: uid_t
    /// The groups. The first one is the user's own.
    package let groups: [gid_t]

    /// - Parameter groups: Groups in addition to the user's own, which has the user's number.
    package init(_ user: uid_t = 54_321, in groups: [gid_t] = []) {
        self.user = user
        self.groups = [user] + groups
    }

    /// Returns the command that runs another command as this user.
    package func command(_ command: [String]) -> (executable: URL, arguments: [String]) {
        let more = groups.dropFirst().map { "\($0)" }.joined(separator: ",")
        let arguments = [
            "--reuid=\(user)", "--regid=\(groups[0])", more.isEmpty ? "--clear-groups" : "--groups=\(more)", "--",
        ]
        return (URL(fileURLWithPath: "/usr/bin/setpriv"), arguments + command)
    }

    package func run(
        _ arguments: [String], environment: [String: String] = [:], input: Data? = nil
    ) throws -> ProgramRun.Outcome {
        let (executable, arguments) = command(arguments)
        return try ProgramRun.run(executable, arguments, environment: environment, input: input)
    }

    /// Makes the user the owner of a file or folder and all its content.
    package func own(_ url: URL) throws {
        let outcome = try ProgramRun.run(
            URL(fileURLWithPath: "/bin/chown"), ["-R", "\(user):\(groups[0])", url.path(percentEncoded: false)])
        try #require(outcome.exitStatus == 0, "\(outcome.error)")
    }

    /// Returns the paths that the user can open for reading or writing.
    package func openable(_ paths: [String]) throws -> [String] {
        let script = """
            while IFS= read -r -d '' path; do
              if { : <"$path"; } 2>/dev/null || { : >>"$path"; } 2>/dev/null; then printf '%s\\0' "$path"; fi
            done
            """
        let outcome = try run(["/bin/bash", "-c", script], input: Data(paths.map { $0 + "\0" }.joined().utf8))
        try #require(outcome.exitStatus == 0, "\(outcome.error)")
        return outcome.output.split(separator: "\0").map(String.init)
    }
}
