import ArgumentParser
import Records

/// `albumen folder delete` deletes folders and the albums in them, but not photos.
struct FolderDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete folders and all albums in them; photos stay in the library.",
        discussion: "Asks for confirmation first. This can't be undone.")

    @Argument(help: CollectionArguments.folder, completion: CollectionCompletion.folders)
    var folders: [String]

    @Flag(help: "Don't ask for confirmation.")
    var yes = false

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        try CollectionDeletion(kind: .folder, names: folders, isConfirmed: yes).run(options)
    }
}
