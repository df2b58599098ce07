import Albumen
import ArgumentParser
import Foundation
import Records

/// `albumen album create` creates an album.
struct AlbumCreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make an album.",
        discussion: """
            It comes first at the top level, or last in the folder. Another album may have the same title; then the \
            answer says how many do.

              albumen album create Lisbon
              albumen album create Lisbon --folder Trips 421C93B7
              albumen list --filter 'creationDate > "2024-05-01"' --json \\
                | jq -r .localIdentifier | albumen album create May -
            """)

    @Argument(help: ArgumentHelp("The album's title.", valueName: "title"))
    var title: String

    @Argument(help: AssetArguments.help)
    var identifiers: [String] = []

    @Option(help: CollectionArguments.folder, completion: CollectionCompletion.folders)
    var folder: String?

    @OptionGroup
    var options: LibraryOptions

    func validate() throws {
        try CollectionArguments.checkTitle(title)
    }

    func run() throws {
        let library = try options.openView()
        let parent = try folder.map { try library.collection(named: $0, kind: .folder) }
        let assets = try library.assets(named: identifiers, in: .library).map(\.uuid)
        let uuid = library.makeUUID().uuidString
        var transaction = Transaction([
            .createCollection(NewCollection(uuid: uuid, kind: .album, title: title))
        ])
        if !assets.isEmpty { transaction.record(.editMembers(ListEdit(.add(assets)), albumUUID: uuid)) }
        if let parent { transaction.record(.editChildren(ListEdit(.add([uuid])), folderUUID: parent.uuid)) }
        try transaction.apply(to: library)
        let equal = try library.albums(subtype: nil).count { $0.title == title }
        try CollectionReport(library: library, isJSON: options.json).tell(uuid) { entry in
            "Made the album “\(entry.title)” (\(entry.localIdentifier)), which shows "
                + "\(Count.text(entry.count, "item"))."
                + (equal > 1 ? " \(equal) albums have this title now: albumen albums lists them." : "")
        }
    }
}
