import ArgumentParser

/// `albumen library` copies and moves the library's folder.
struct LibraryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library",
        abstract: "Copy or move the library's folder, or go back to an earlier catalog.",
        discussion: """
            To back the library up, use “albumen backup”: its next run copies only what is new, and earlier states can be \
            restored.
            """,
        subcommands: [LibraryCopyCommand.self, LibraryMoveCommand.self, RestoreSnapshotCommand.self])
}
