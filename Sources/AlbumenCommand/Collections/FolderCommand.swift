import ArgumentParser

/// `albumen folder` creates and changes folders.
struct FolderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "folder",
        abstract: "Make, rename, move and delete folders of albums.",
        discussion: "A folder holds albums and folders; it is named by title or by identifier.",
        subcommands: [
            FolderCreateCommand.self, FolderRenameCommand.self, FolderMoveCommand.self, FolderDeleteCommand.self,
        ])
}
