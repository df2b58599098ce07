import ArgumentParser

/// `albumen trash` manages Recently Deleted.
struct TrashCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trash",
        abstract: "List, take back or finally delete what is in Recently Deleted.",
        subcommands: [TrashListCommand.self, TrashRestoreCommand.self, TrashPurgeCommand.self])
}
