import Albumen
import ArgumentParser
import Foundation
import Records

/// `albumen albums` lists the tree of folders and albums.
struct AlbumsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "albums",
        abstract: "List folders and albums.",
        discussion: """
            Each line has the identifier, the kind, how many photos and videos are shown in an album or how many \
            albums and folders are directly in a folder, and the title. The contents of a folder follow it, indented.

              albumen albums
              albumen albums --all --json
            """)

    @Flag(help: "Also the album of each import, and smart albums.")
    var all = false

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let library = try options.openView()
        let output = StandardOutput.shared
        var isEmpty = true
        func tell(_ entry: CollectionEntry) throws {
            isEmpty = false
            try output.write(line: options.json ? JSONLine.text(CollectionDocument(entry: entry)) : entry.line)
        }
        try library.forEachCollection(tell)
        if all {
            let covers = try library.chosenCovers()
            for record in try library.albums(subtype: .albumImported) {
                try tell(CollectionEntry(record, parent: nil, depth: 0, childCount: 0, cover: covers[record.id]))
            }
            for (album, count) in try SmartAlbum.counts(in: library) {
                try tell(CollectionEntry(album, count: count))
            }
        }
        try output.flush()
        if isEmpty, !options.json {
            let hasImports = try !library.albums(subtype: .albumImported).isEmpty
            StandardError.write(
                line: hasImports
                    ? "The library has only albums of imports. List them: albumen albums --all"
                    : "The library has no albums. Make one: albumen album create TITLE")
        }
    }
}
