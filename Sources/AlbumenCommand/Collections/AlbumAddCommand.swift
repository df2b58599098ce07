import Albumen
import ArgumentParser
import Foundation
import Records

/// `albumen album add` adds photos and videos to an album.
struct AlbumAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Put photos and videos into an album.",
        discussion: """
            Adds them at the end, in the given order. An item that is already in the album keeps its position unless \
            you specify --at.

              albumen album add Lisbon 421C93B7 8D0B3A11
              albumen album add Lisbon 421C93B7 --at 1
              albumen list --filter 'isFavorite == YES' --json \\
                | jq -r .localIdentifier | albumen album add Best -
            """)

    @Argument(help: CollectionArguments.album, completion: CollectionCompletion.albums)
    var album: String

    @Argument(help: AssetArguments.help)
    var identifiers: [String]

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The position of the first added item. 1 is the start of the album.", valueName: "n"))
    var at: Int?

    @OptionGroup
    var options: LibraryOptions

    func validate() throws {
        if let at, at < 1 { throw ValidationError("--at is \(at). The first place in an album is 1.") }
    }

    func run() throws {
        let library = try options.openView()
        let album = try library.collection(named: album, kind: .album)
        let assets = try library.assets(named: identifiers, in: .library)
        if !assets.isEmpty {
            let edits =
                if let at {
                    try placing(assets, at: at - 1, in: album, of: library)
                } else {
                    [ListEdit(.add(assets.map(\.uuid)))]
                }
            try Transaction(edits.map { .editMembers($0, albumUUID: album.uuid) }).apply(to: library)
        }
        try CollectionReport(library: library, isJSON: options.json).tell(album.uuid, \.countSentence)
    }

    /// Returns steps that remove existing members and then insert all assets at an index among the visible members.
    private func placing(
        _ assets: [AssetRecord], at index: Int, in album: CollectionRecord, of library: LibraryView
    ) throws -> [ListEdit] {
        var fetch = AssetFetch()
        fetch.membership = .album(album.id)
        let shown = try library.assetIdentifiers(fetch)
        let members = Set(shown)
        let present = assets.filter { members.contains($0.id) }
        let last = shown.count - present.count
        guard index <= last else {
            throw CommandFailure(
                "--at \(index + 1): “\(album.title)” has no such position. The last one is "
                    + "\(last + 1). Nothing was changed."
            )
        }
        let indexes = IndexSet(integersIn: index..<(index + assets.count))
        let steps: [ListEdit.Step] = [.remove(present.map(\.uuid)), .insert(assets.map(\.uuid), at: indexes)]
        return steps.map { ListEdit($0, shown: shown) }
    }
}
