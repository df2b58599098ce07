import ArgumentParser
import Records

/// `albumen album delete` deletes albums, but not their members.
struct AlbumDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete albums; their photos stay in the library.",
        discussion: "Asks for confirmation first. This can't be undone.")

    @Argument(help: CollectionArguments.album, completion: CollectionCompletion.albums)
    var albums: [String]

    @Flag(help: "Don't ask for confirmation.")
    var yes = false

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        try CollectionDeletion(kind: .album, names: albums, isConfirmed: yes).run(options)
    }
}
