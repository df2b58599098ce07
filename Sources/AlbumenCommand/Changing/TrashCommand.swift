import ArgumentParser

/// `albumen trash` manages Recently Deleted.
struct TrashCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trash",
        abstract: "List, restore or permanently delete items in Recently Deleted.",
        subcommands: [TrashListCommand.self, TrashRestoreCommand.self, TrashPurgeCommand.self])
}
