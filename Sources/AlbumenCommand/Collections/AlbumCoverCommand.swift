import Albumen
import ArgumentParser
import Records

/// `albumen album cover` chooses the photo or video that represents an album.
struct AlbumCoverCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cover",
        abstract: "Choose the cover of an album.",
        discussion: """
            The cover is a photo or video that the album shows. While it isn't in the album, or is hidden or deleted, \
            the album has its default cover: its first photo or video.

              albumen album cover Lisbon 421C93B7
              albumen album cover Lisbon --default
            """)

    @Argument(help: CollectionArguments.album, completion: CollectionCompletion.albums)
    var album: String

    @Argument(
        help: ArgumentHelp(
            "A local identifier, its UUID, or the first \(LibraryView.identifierMinimum) or more characters of one.",
            valueName: "id"))
    var identifier: String?

    @Flag(name: .customLong("default"), help: "The default cover.")
    var isDefault = false

    @OptionGroup
    var options: LibraryOptions

    func validate() throws {
        if isDefault == (identifier != nil) {
            throw ValidationError("Name either a photo or video, or --default.")
        }
    }

    func run() throws {
        let library = try options.openView()
        let album = try library.collection(named: album, kind: .album)
        let asset = try identifier.map { try library.asset(named: $0) }
        try Transaction([.setCover(assetUUID: asset?.uuid, albumUUID: album.uuid)]).apply(to: library)
        try CollectionReport(library: library, isJSON: options.json).tell(album.uuid) { entry in
            asset == nil ? "“\(entry.title)” has its default cover." : "“\(entry.title)” has its new cover."
        }
    }
}
