import Albumen
import ArgumentParser
import Records

/// `albumen album remove` removes photos and videos from an album.
struct AlbumRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Take photos and videos out of an album.",
        discussion: """
            They stay in the library and in other albums.

              albumen album remove Lisbon 421C93B7
            """)

    @Argument(help: CollectionArguments.album, completion: CollectionCompletion.albums)
    var album: String

    @Argument(help: AssetArguments.help)
    var identifiers: [String]

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let library = try options.openView()
        let album = try library.collection(named: album, kind: .album)
        let assets = try library.assets(named: identifiers, in: .library).map(\.uuid)
        if !assets.isEmpty {
            try Transaction([.editMembers(ListEdit(.remove(assets)), albumUUID: album.uuid)])
                .apply(to: library)
        }
        try CollectionReport(library: library, isJSON: options.json).tell(album.uuid, \.countSentence)
    }
}
