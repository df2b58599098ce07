import ArgumentParser
import Records

/// `albumen album move` moves an album to a folder or to another position.
struct AlbumMoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move an album into a folder, out of it, or to another place.",
        discussion: """
            Without --before or --after it comes last.

              albumen album move Lisbon --folder Trips
              albumen album move Lisbon --before Madrid
              albumen album move Lisbon --top
            """)

    @Argument(help: CollectionArguments.album, completion: CollectionCompletion.albums)
    var album: String

    @OptionGroup
    var placement: PlacementOptions

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        try CollectionMove(kind: .album, name: album, placement: placement).run(options)
    }
}
