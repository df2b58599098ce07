import Albumen
import ArgumentParser
import Foundation
import Records

/// `albumen folder create` creates a folder.
struct FolderCreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make a folder for albums and folders.",
        discussion: """
            It comes first at the top level, or last in the folder that --folder names.

              albumen folder create Trips
              albumen folder create 2024 --folder Trips
            """)

    @Argument(help: ArgumentHelp("The folder's title.", valueName: "title"))
    var title: String

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
        let uuid = library.makeUUID().uuidString
        var transaction = Transaction([
            .createCollection(NewCollection(uuid: uuid, kind: .folder, title: title))
        ])
        if let parent { transaction.record(.editChildren(ListEdit(.add([uuid])), folderUUID: parent.uuid)) }
        try transaction.apply(to: library)
        try CollectionReport(library: library, isJSON: options.json).tell(uuid) { entry in
            "Made the folder “\(entry.title)” (\(entry.localIdentifier))."
        }
    }
}
