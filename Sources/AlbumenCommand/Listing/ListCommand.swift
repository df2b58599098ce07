import Albumen
import ArgumentParser
import Foundation
import Records

/// `albumen list` lists the assets of a PhotoKit fetch with the same predicate and order.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List photos and videos.",
        discussion: """
            Lists the same items as a PhotoKit fetch, without hidden and deleted ones. Of a burst, it lists the key \
            photo and the frames that you keep. The oldest items come first unless you specify --sort. --bursts lists \
            only bursts, with all frames of each burst together.

              albumen list --filter 'mediaType == "video" AND duration > 60'
              albumen list --filter 'creationDate >= "2024-05-01" AND location != nil'
              albumen list --filter '(mediaSubtypes & 8) != 0' --sort duration:desc
              albumen list --filter 'keywords CONTAINS "Lisbon" AND rating >= 4'
              albumen list --filter 'place CONTAINS "Lisbon" AND mediaType == "video"'
              albumen list --filter 'cameraModel LIKE "*iPhone*"' --sort iso:desc
              albumen list --search 'lisbon may 2024'
              albumen list --bursts

            A predicate is written as for NSPredicate. Its keys are PhotoKit's, and originalFilename, cameraMake, \
            cameraModel, lensModel, exposureTime, aperture, iso, focalLength, caption, keywords, rating and place. Dates \
            are text, read as UTC unless they name an offset: "2024-05-07T09:33:04+08:00". CONTAINS compares whole \
            keywords and names of places; LIKE "*word*" finds a word in them. An exposureTime is in seconds, or text \
            such as "1/250".

            --search finds the beginnings of words in filenames, titles, captions, keywords, cameras, album names, \
            names of places in several languages and dates ("may 2024", "2024年5月", "06.10.2023"), and kinds by the \
            titles of smart albums ("raw", "live photos"). It can't find people.

            Each line has the identifier, the local date with its offset where known, the kind, the size in pixels or \
            the duration, the file's name, and marks.
            """)

    @Option(
        help: ArgumentHelp("Only items that match this predicate.", valueName: "predicate"),
        completion: KeyCompletion.filter)
    var filter: String?

    @Option(
        help: ArgumentHelp(
            "Only items with all of these words in their names, texts, camera, date, place or albums.",
            valueName: "words"))
    var search: String?

    @Option(
        help: ArgumentHelp(
            "Only items in this album or smart album, in its order. Give its title or identifier.",
            valueName: "album"),
        completion: CollectionCompletion.albums)
    var album: String?

    @Option(
        help: ArgumentHelp(
            "Sort by this key. \":desc\" puts the largest value first. Can be repeated for ties.",
            valueName: "key[:desc]"),
        completion: KeyCompletion.sort,
        transform: SortOption.sort)
    var sort: [AssetFetch.Sort] = []

    @Option(parsing: .unconditional, help: ArgumentHelp("The maximum number of items, after sorting.", valueName: "n"))
    var limit: Int?

    @Flag(help: "All frames of each burst, in the order in which they were taken.")
    var bursts = false

    @OptionGroup
    var options: LibraryOptions

    func validate() throws {
        if bursts, limit != nil || !sort.isEmpty || album != nil {
            throw ValidationError("--bursts lists whole bursts. Leave out --album, --limit and --sort.")
        }
        if let limit, limit < 1 { throw ValidationError("--limit is \(limit). Give a number of 1 or more.") }
        do {
            _ = try fetch()
        } catch {
            throw ValidationError(String(describing: error))
        }
    }

    func run() throws {
        // An invalid predicate is a usage error even if there is no library.
        var fetch = try fetch()
        let library = try options.openView()
        fetch.search = search.flatMap { library.search($0) }
        if let album { fetch.membership = try library.membership(ofAlbumNamed: album) }
        let identifiers =
            bursts
            ? try library.framesByBurst(fetch) : try library.assetIdentifiers(fetch)
        let output = StandardOutput.shared
        try library.forEachEntry(of: identifiers, withMetadata: options.json) { entry in
            try output.write(
                line: options.json
                    ? AssetDocument(entry, tellsBurst: bursts).text()
                    : AssetLine.text(entry, namesKeyPhoto: bursts))
        }
        try output.flush()
        if identifiers.isEmpty, !options.json {
            StandardError.write(
                line: filter != nil
                    ? "No items match the filter."
                    : search != nil
                        ? try "No items match all of these words.\(advice(in: library))"
                        : bursts
                            ? "The library has no bursts."
                            : album.map { library.complaint(ofEmptyAlbum: $0, fetch.membership) }
                                ?? "The library has nothing to list. Import photos with: albumen import FOLDER")
        }
    }

    /// Returns a sentence about a similar search that finds something, after a space, or an empty text.
    private func advice(in library: LibraryView) throws -> String {
        guard let search, album == nil, !bursts, let text = try library.correction(of: search) else { return "" }
        return " Did you mean “\(PrintableText.line(text))”?"
    }

    private func fetch() throws(PhotoLibrary.PredicateError) -> AssetFetch {
        var predicate: PhotoLibrary.Predicate?
        if let filter { predicate = try FilterOption.predicate(filter) }
        var fetch = try AssetFetch(predicate: predicate, sorts: sort, keys: .withDetails)
        fetch.limit = limit
        if bursts {
            fetch.restrictToBurstFrames()
        }
        return fetch
    }
}

extension LibraryView {
    /// Returns the members of an album or smart album. An album goes first if both have the title.
    fileprivate func membership(ofAlbumNamed name: String) throws -> AssetFetch.Membership {
        do {
            return .album(try collection(named: name, kind: .album).id)
        } catch let failure as CommandFailure {
            guard let album = SmartAlbum.named(name), try !albums(subtype: nil).contains(where: { $0.title == name })
            else { throw failure }
            return .smartAlbum(album)
        }
    }

    fileprivate func complaint(ofEmptyAlbum name: String, _ membership: AssetFetch.Membership) -> String {
        guard case .album = membership else { return "“\(PrintableText.line(name))” is empty." }
        return "The album has nothing to list. Add items with: albumen album add \(ShellWord.quoted(name)) ID"
    }

    /// Returns the frames of a fetch grouped by burst. The bursts are in the order of their first frames in the fetch.
    ///
    /// - Complexity: O(*n*) for *n* frames.
    fileprivate func framesByBurst(_ fetch: AssetFetch) throws -> [Int64] {
        var bursts: [String: [Int64]] = [:]
        var order: [String] = []
        try forEachEntry(of: assetIdentifiers(fetch)) { entry in
            guard let burst = entry.asset.burstIdentifier else { return }
            if bursts[burst] == nil { order.append(burst) }
            bursts[burst, default: []].append(entry.asset.id)
        }
        return order.flatMap { bursts[$0] ?? [] }
    }
}
