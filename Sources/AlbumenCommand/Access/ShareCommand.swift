import Albumen
import ArgumentParser
import Foundation
import LibraryFiles

/// `albumen share` determines which users of this machine can read the library.
struct ShareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: "Share the library's files with a group of users, or stop sharing them.",
        discussion: """
            A library is its owner's alone. Shared with a group, its members can read the files: look at originals, \
            back the library up and open their own copy of it. They can't change the library, and only its owner opens \
            it with albumen, but a member can keep it from being changed for as long as they hold a lock on its \
            catalog. Without options, the command prints the group.

              albumen share --group family
              albumen share --private

            The setting is kept in the library. Programs that have the library open, such as albumen serve, use the \
            new setting when they are started again.
            """)

    @Option(help: ArgumentHelp("The group whose members can read the library.", valueName: "name"))
    var group: String?

    @Flag(name: .customLong("private"), help: "Stop sharing. Only the owner can use the library.")
    var isPrivate = false

    @OptionGroup
    var options: LibraryOptions

    func validate() throws {
        if group?.isEmpty == true { throw ValidationError("--group is empty. Name a group.") }
        if group != nil, isPrivate { throw ValidationError("Give --group or --private, not both.") }
    }

    func run() throws {
        let folder = try options.existingFolder()
        let sharing = LibrarySharing(ofLibraryAt: folder)
        if group != nil || isPrivate {
            for finding in try sharing.share(with: group.map(Self.existingGroup)) {
                StandardError.write(line: "albumen: \(PrintableText.line(finding.text))")
            }
        }
        let name = try sharing.group()
        let output = StandardOutput.shared
        try output.write(line: options.json ? JSONLine.text(SharingDocument(group: name)) : Self.text(name))
        try output.flush()
    }

    private static func existingGroup(_ name: String) throws -> UserGroup {
        var group = try UserGroup.named(name)
        if group == nil, let identifier = gid_t(name) { group = try UserGroup.numbered(identifier) }
        guard let group else {
            throw CommandFailure("There is no group “\(name)”. See the groups that you are in with: groups")
        }
        return group
    }

    private static func text(_ group: String?) -> String {
        guard let group else { return "The library isn't shared. Only its owner can use its files." }
        return "Members of the group “\(PrintableText.line(group))” can read the library's files."
    }
}

/// The line of `share --json`.
struct SharingDocument: Encodable {
    /// `null` if the library isn't shared.
    let group: String?

    private enum CodingKeys: CodingKey { case group }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(group, forKey: .group)
    }
}
