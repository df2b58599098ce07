import ArgumentParser
import Records

/// `albumen album delete` deletes albums, but not their members.
struct AlbumDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete albums; their photos stay in the library.",
        discussion: "Asks first. A deleted album does not come back.")

    @Argument(help: CollectionArguments.album, completion: CollectionCompletion.albums)
    var albums: [String]

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        try CollectionDeletion(kind: .album, names: albums, isConfirmed: yes).run(options)
    }
}
