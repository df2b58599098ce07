import Foundation

/// The version of Albumen's programs.
package enum ProgramVersion {
    package static let number = "0.1.0"

    /// The version, with the commit of an installation: `0.1.0 (e3099e0c)`. The programs don't contain the commit, because
    /// each commit would then compile them again.
    package static let text = text(from: .running)

    static func text(from folder: ProgramFolder) -> String {
        guard let file = ResourceLocation.find("commit", from: folder),
            let commit = try? String(contentsOf: file, encoding: .utf8)
        else { return number }
        return "\(number) (\(commit.trimmingCharacters(in: .whitespacesAndNewlines)))"
    }
}
