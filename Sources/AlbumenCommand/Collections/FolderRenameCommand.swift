import ArgumentParser
import Records

/// `albumen folder rename` changes a folder's title.
struct FolderRenameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "rename", abstract: "Give a folder another title.")

    @Argument(help: CollectionArguments.folder, completion: CollectionCompletion.folders)
    var folder: String

    @Argument(help: ArgumentHelp("The new title.", valueName: "title"))
    var title: String

    @OptionGroup
    var options: LibraryOptions

    func validate() throws {
        try CollectionArguments.checkTitle(title)
    }

    func run() throws {
        try CollectionRenaming(kind: .folder, name: folder, title: title).run(options)
    }
}
