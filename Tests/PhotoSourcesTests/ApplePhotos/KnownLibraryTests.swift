import BlobStore
import Foundation
import Records
import SystemPackage
import Testing

@testable import PhotoSources

/// Real libraries have the facts that another program reads in them (imports 1.1 to 1.8).
@Suite(.enabled(if: Shared.hasAppleLibraries, "the libraries of ../shared are not beside the project"))
struct KnownLibraryTests {
    private struct Contents {
        var items: [String: SourceItem]
        var order: [String]
        var collections: [SourceCollection]
        var others: [(name: String, difference: SourceDifference)]
        var summary: String
        var count: Int
    }

    private func read(_ library: KnownLibrary, _ options: ApplePhotosOptions = ApplePhotosOptions()) throws -> Contents
    {
        let folder = try TestFolder()
        let source = try ApplePhotos.open(
            FilePath(library.url.path), options: options, temporaryFolder: folder.path)
        defer { source.close() }
        var items: [String: SourceItem] = [:]
        var order: [String] = []
        try source.forEachItem { item in
            #expect(items[item.identifier] == nil)
            items[item.identifier] = item
            order.append(item.identifier)
            return true
        }
        return Contents(
            items: items, order: order, collections: source.collections, others: source.otherDifferences,
            summary: source.summary, count: source.itemCount)
    }

    @Test("imports 1.4: each item has the facts of the catalogue", arguments: KnownLibrary.all)
    func facts(_ library: KnownLibrary) throws {
        let contents = try read(library)
        #expect(contents.count == library.assets.count)
        #expect(Set(contents.items.keys) == Set(library.assets.map(\.uuid)))
        for asset in library.assets {
            let item = try #require(contents.items[asset.uuid])
            let comment = Comment(rawValue: "\(library) \(asset.uuid)")
            #expect(item.name == asset.originalFilename, comment)
            #expect(item.isVideo == (asset.kind == "video"), comment)
            #expect(item.facts.title.value == asset.title.flatMap { $0.isEmpty ? nil : $0 }, comment)
            #expect(item.facts.caption.value == asset.caption.flatMap { $0.isEmpty ? nil : $0 }, comment)
            #expect(Set(item.facts.keywords.value ?? []) == Set(asset.keywords), comment)
            #expect(item.facts.isFavorite == asset.favorite, comment)
            #expect(item.facts.isHidden == asset.hidden, comment)
            #expect((item.facts.trashedDate != nil) == asset.trashed, comment)
            #expect((item.exclusion == .trashed) == asset.trashed, comment)
            let subtypes = MediaSubtypes(rawValue: item.facts.subtypes)
            #expect(subtypes.contains(.photoPanorama) == (asset.panorama ?? false), comment)
            #expect(subtypes.contains(.photoHDR) == (asset.hdr ?? false), comment)
            #expect(subtypes.contains(.photoDepthEffect) == (asset.portrait ?? false), comment)
            #expect(subtypes.contains(.photoScreenshot) == (asset.screenshot ?? false), comment)
            #expect(subtypes.contains(.videoScreenRecording) == (asset.screenRecording ?? false), comment)
            #expect(subtypes.contains(.videoHighFrameRate) == (asset.slowMo ?? false), comment)
            #expect(subtypes.contains(.videoTimelapse) == (asset.timeLapse ?? false), comment)
            #expect(item.facts.isSelfPortrait == (asset.selfie ?? false), comment)
            #expect(item.facts.burst == .none, comment)
            try checkPlace(item, asset, comment)
            try checkDate(item, asset, comment)
        }
    }

    private func checkPlace(_ item: SourceItem, _ asset: KnownLibrary.Asset, _ comment: Comment) throws {
        guard let place = asset.place else {
            #expect(item.facts.place == .none, comment)
            return
        }
        let found = try #require(item.facts.place.value)
        #expect(abs(found.latitude - place.latitude) < 1e-9, comment)
        #expect(abs(found.longitude - place.longitude) < 1e-9, comment)
    }

    private func checkDate(_ item: SourceItem, _ asset: KnownLibrary.Asset, _ comment: Comment) throws {
        guard let capture = item.facts.capture.value else {
            // osxphotos takes a day in 1970 for a date that is none.
            #expect(asset.date?.hasPrefix("1970") ?? true, comment)
            #expect(item.differences.contains { $0.fact == .dates && $0.reason == .invalid }, comment)
            return
        }
        let known = try #require(asset.date.flatMap(Self.date))
        #expect(abs(capture.date.timeIntervalSince(known)) < 0.002, comment)
        #expect(capture.utcOffset == asset.tzOffsetSeconds, comment)
    }

    private static func date(_ text: String) -> Date? {
        let formatter = ISO8601DateFormatter()
        let parts = text.split(separator: ".")
        if parts.count == 2 {
            let zone = parts[1].drop { $0.isNumber }
            formatter.formatOptions = [.withInternetDateTime]
            let fraction = Double("0." + parts[1].prefix { $0.isNumber }) ?? 0
            return formatter.date(from: String(parts[0]) + String(zone))?.addingTimeInterval(fraction)
        }
        return formatter.date(from: text)
    }

    @Test("imports 1.4: persons become keywords if asked", arguments: KnownLibrary.all)
    func persons(_ library: KnownLibrary) throws {
        var options = ApplePhotosOptions()
        options.personsAsKeywords = true
        let contents = try read(library, options)
        for asset in library.assets {
            let persons = asset.persons.filter { $0 != "_UNKNOWN_" }
            #expect(
                Set(contents.items[asset.uuid]?.facts.keywords.value ?? []) == Set(asset.keywords + persons),
                Comment(rawValue: asset.uuid))
        }
        #expect(!contents.others.contains { $0.difference.fact == .persons })
    }

    @Test("imports 1.4: persons are listed by name", arguments: KnownLibrary.all)
    func listedPersons(_ library: KnownLibrary) throws {
        let names = Set(library.assets.flatMap(\.persons)).subtracting(["_UNKNOWN_"])
        let listed = try read(library).others.filter { $0.difference.fact == .persons }.map(\.name)
        #expect(names.isSubset(of: listed))
    }

    @Test("imports 1.3: each file is found, whole, in its role", arguments: KnownLibrary.all)
    func files(_ library: KnownLibrary) throws {
        var options = ApplePhotosOptions()
        options.bringsTrashed = true
        options.bringsShared = true
        options.bringsMessages = true
        let contents = try read(library, options)
        for asset in library.assets {
            let item = try #require(contents.items[asset.uuid])
            let comment = Comment(rawValue: "\(library) \(asset.uuid) \(asset.originalFilename)")
            let main = item.originals.first
            if let original = asset.original, original.isHere {
                try check(main, original, asset.kind == "video" ? .video : .photo, library, comment)
                #expect(item.exclusion == nil, comment)
                #expect(main?.name == asset.originalFilename, comment)
            } else if asset.raw.map({ $0.isHere }) ?? false {
                #expect(main?.type == .photo, comment)
            } else {
                #expect(item.exclusion != nil, comment)
                #expect((item.exclusion == .referenced) == asset.referenced, comment)
            }
            try check(
                item.originals.first { $0.type == .pairedVideo }, asset.liveVideo, .pairedVideo, library, comment)
            try check(
                item.edit?.renderings.first { $0.type == (item.isVideo ? .fullSizeVideo : .fullSizePhoto) },
                asset.rendering, item.isVideo ? .fullSizeVideo : .fullSizePhoto, library, comment)
            try check(
                item.edit?.renderings.first { $0.type == .fullSizePairedVideo }, asset.renderingVideo,
                .fullSizePairedVideo, library, comment)
            if let raw = asset.raw, raw.isHere {
                let found = item.originals.first { $0.path.string.hasSuffix(raw.path) }
                try check(found, raw, found?.type ?? .alternatePhoto, library, comment)
            }
        }
    }

    private func check(
        _ file: SourceFile?, _ known: KnownLibrary.File?, _ type: ResourceType, _ library: KnownLibrary,
        _ comment: Comment
    ) throws {
        guard let known, known.isHere else {
            #expect(file == nil, comment)
            return
        }
        let file = try #require(file, comment)
        #expect(file.type == type, comment)
        #expect(file.path.string == library.url.appending(path: known.path).path, comment)
        #expect(file.size == known.bytes, comment)
        if let digest = known.sha256 {
            #expect(try BlobDigest(hashingFileAt: URL(filePath: file.path.string)).hexadecimal == digest, comment)
        }
    }

    @Test("imports 1.6: each edit has its recipe and its date", arguments: KnownLibrary.all)
    func edits(_ library: KnownLibrary) throws {
        let contents = try read(library)
        for asset in library.assets {
            let item = try #require(contents.items[asset.uuid])
            let comment = Comment(rawValue: "\(library) \(asset.uuid)")
            let isRendered = asset.rendering.map { $0.isHere } ?? false
            #expect((item.edit != nil) == (asset.edited && isRendered), comment)
            #expect(item.differences.contains { $0.fact == .edits } == (asset.edited && !isRendered), comment)
            guard let edit = item.edit, let adjustment = asset.adjustment else { continue }
            #expect(edit.recipe?.formatIdentifier == adjustment.formatId, comment)
            #expect(edit.recipe?.formatVersion == adjustment.formatVersion, comment)
            if let file = asset.adjustmentFile {
                #expect(edit.recipeFile?.size == file.bytes, comment)
                #expect(edit.recipeFile?.path.string == library.url.appending(path: file.path).path, comment)
            }
            if let time = adjustment.timestamp.flatMap(Self.date) {
                #expect(abs(try #require(edit.date).timeIntervalSince(time)) < 1, comment)
            }
        }
    }

    @Test("imports 1.5: albums and folders have their places and members", arguments: KnownLibrary.all)
    func albums(_ library: KnownLibrary) throws {
        let contents = try read(library)
        let living = contents.collections.filter { $0.exclusion == nil }
        let folders = living.filter { $0.kind == .folder }
        #expect(Set(folders.map(\.identifier)) == Set(library.folders.map(\.uuid)))
        let titles = Dictionary(uniqueKeysWithValues: folders.map { ($0.identifier, $0) })
        func path(_ collection: SourceCollection) -> [String] {
            (collection.parent.flatMap { titles[$0] }.map(path) ?? []) + [collection.title]
        }
        for folder in library.folders {
            #expect(path(try #require(titles[folder.uuid])) == folder.path)
        }
        let albums = living.filter { $0.kind == .album }
        let known = library.albums.filter { $0.kind == "album" }
        #expect(Set(albums.map(\.identifier)) == Set(known.map(\.uuid)))
        for album in library.albums {
            let found = try #require(contents.collections.first { $0.identifier == album.uuid })
            #expect(found.title == album.title)
            #expect(Array(path(found).dropLast()) == album.folders.map(\.title))
            let members = found.members.filter { contents.items[$0]?.exclusion != .trashed }
            #expect(members == album.assets, Comment(rawValue: "\(library) \(album.title)"))
            #expect((found.exclusion == .shared) == (album.kind == "shared album"))
        }
        var seen: Set<String> = []
        for collection in living {
            #expect(collection.parent.map { seen.contains($0) } ?? true)
            seen.insert(collection.identifier)
        }
    }

    @Test("imports 1.4: items of shared albums and RAW pairs are told", arguments: KnownLibrary.all)
    func roles(_ library: KnownLibrary) throws {
        let contents = try read(library)
        for asset in library.assets where !asset.trashed {
            let item = try #require(contents.items[asset.uuid])
            let comment = Comment(rawValue: "\(library) \(asset.uuid)")
            #expect((item.exclusion == .shared) == asset.shared, comment)
            if asset.syndicated == true, asset.savedToLibrary != true {
                #expect(item.exclusion == .notSaved, comment)
            }
            let hasRAW = item.originals.contains { $0.type == .alternatePhoto }
            let lostRAW = item.differences.contains { $0.fact == .rawPairs }
            #expect((hasRAW || lostRAW) == asset.rawPair, comment)
            if hasRAW { #expect(item.facts.usesRAW == (asset.rawIsOriginal ?? false), comment) }
            let hasVideo = item.originals.contains { $0.type == .pairedVideo }
            #expect(hasVideo == (asset.live ?? false), comment)
            if hasVideo { #expect(item.facts.playsVideo == true, comment) }
        }
    }

    @Test("imports, general rules: nothing in the source is written, created or renamed", arguments: KnownLibrary.all)
    func untouched(_ library: KnownLibrary) throws {
        let before = try tree(library.url)
        _ = try read(library)
        #expect(try tree(library.url) == before)
    }

    private func tree(_ url: URL) throws -> [String: String] {
        var files: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: url.path) + [""] {
            var status = stat()
            #expect(lstat(url.appending(path: name).path, &status) == 0)
            files[name] = """
                \(status.st_ino) \(status.st_mode) \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec) \
                \(status.st_ctim.tv_sec).\(status.st_ctim.tv_nsec)
                """
        }
        return files
    }

    @Test("imports 1.3: files that aren't here are told from those that are", arguments: KnownLibrary.all)
    func absentFiles(_ library: KnownLibrary) throws {
        var options = ApplePhotosOptions()
        options.bringsTrashed = true
        let contents = try read(library, options)
        for path in KnownLibrary.absentFiles where path.hasPrefix(library.library + "/") {
            let path = path.dropFirst(library.library.count + 1)
            let all = contents.items.values.flatMap { $0.originals + ($0.edit?.renderings ?? []) }
            #expect(!all.contains { $0.path.string.hasSuffix(path) })
            let name = path.split(separator: "/").last ?? ""
            guard path.hasPrefix("originals/"), let item = contents.items[String(name.prefix(36))] else { continue }
            let isRAW = name.dropFirst(36).hasPrefix("_4")
            #expect(
                isRAW
                    ? item.differences.contains { $0 == SourceDifference(.rawPairs, .absent) }
                    : item.exclusion == .absent)
        }
    }

    @Test(
        "imports 1.10: the numbers that were measured",
        arguments: [
            ("Test-10.15.7", 29, 27, 14, 31), ("Test-13.0.0", 16, 14, 8, 14),
            ("Test-15.0.0_Dev_Preview", 16, 14, 8, 14),
        ])
    func numbers(_ name: String, _ items: Int, _ living: Int, _ titles: Int, _ memberships: Int) throws {
        let library = try #require(KnownLibrary.all.first { $0.library == "\(name).photoslibrary" })
        let contents = try read(library)
        #expect(contents.items.count == items)
        #expect(contents.items.values.filter { $0.exclusion != .trashed }.count == living)
        let albums = contents.collections.filter { $0.kind == .album && $0.exclusion == nil }
        #expect(Set(albums.map(\.title)).count == titles)
        #expect(albums.reduce(0) { $0 + $1.members.count } == memberships)
        #expect(contents.summary.contains("\(library.modelVersion)"))
    }

    @Test("imports 1.3: a file that no item names is listed")
    func unlisted() throws {
        let library = try #require(KnownLibrary.all.first { $0.library.hasPrefix("Test-10.15.7") })
        let names = try read(library).others.filter { $0.difference.fact == .otherFiles }.map(\.name)
        #expect(names.contains("originals/F/F12384F6-CD17-4151-ACBA-AE0E36FFFFFF.jpeg"))
        #expect(names.contains("MacBook Mojave"))
    }
}
