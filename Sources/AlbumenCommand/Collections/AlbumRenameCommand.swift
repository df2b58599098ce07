import ArgumentParser
import Records

/// `albumen album rename` changes an album's title.
struct AlbumRenameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "rename", abstract: "Give an album another title.")

    @Argument(help: CollectionArguments.album, completion: CollectionCompletion.albums)
    var album: String

    @Argument(help: ArgumentHelp("The new title.", valueName: "title"))
    var title: String

    @OptionGroup
    var options: LibraryOptions

    func validate() throws {
        try CollectionArguments.checkTitle(title)
    }

    func run() throws {
        try CollectionRenaming(kind: .album, name: album, title: title).run(options)
    }
}
