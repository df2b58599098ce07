import ArgumentParser
import Records

/// `albumen folder move` moves a folder to another folder or to another position.
struct FolderMoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move a folder into another, out of it, or to another place.",
        discussion: """
            Moves the contents, too. Without --before or --after, the folder comes last.

              albumen folder move 2024 --folder Trips
              albumen folder move Trips --after Family
            """)

    @Argument(help: CollectionArguments.folder, completion: CollectionCompletion.folders)
    var folder: String

    @OptionGroup
    var placement: PlacementOptions

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        try CollectionMove(kind: .folder, name: folder, placement: placement).run(options)
    }
}
