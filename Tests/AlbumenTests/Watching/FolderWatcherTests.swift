import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Watched folders, with the kernel's notifications. The tests wait for states and have no deadlines.
@Suite(.blocking) struct FolderWatcherTests {
    private let watch: WatchFixture
    private var folder: TemporaryFolder { watch.folder }

    init() throws {
        watch = try WatchFixture()
    }

    // MARK: Arrivals

    @Test func `files that came while nothing ran, and new ones at any depth, are imported once`() async throws {
        let old = try watch.add("old.jpg")
        try await watch.start()
        try await watch.waitFor(old)
        try await watch.waitFor(try watch.add("new.jpg"))
        let below = try watch.add("trip/day 1/below.jpg")
        try await watch.waitFor(below)
        // The folder is watched by now.
        try await watch.waitFor(try watch.add("trip/day 1/second.jpg"))
        #expect(try watch.assetCount == 4)
        watch.stop()
        let events = watch.events.count
        try await watch.start()
        #expect(try watch.assetCount == 4)
        #expect(watch.events.count == events)
    }

    @Test func `files that came between two watches are found, and the others aren't opened`() async throws {
        let first = folder.file("first.jpg")
        try watch.add("first.jpg")
        try folder.write(Data("no photo".utf8), to: "words.jpg")
        try folder.write(Data("no photo".utf8), to: "notes.txt")
        try folder.write(SampleMedia.emptySidecar, to: "first.xmp")
        try await watch.start()
        try await waitUntil { try watch.assetCount == 1 && watch.refusals.count == 1 }
        try await waitUntil { try visited() == ["first.jpg", "first.xmp", "notes.txt", "words.jpg"] }
        watch.stop()
        // The time of the last read is changed by an open and a read, unless the file system doesn't store it.
        let names = ["first.jpg", "words.jpg", "notes.txt", "first.xmp"]
        for name in names { try setReadTime(of: folder.file(name)) }
        let second = try watch.add("second.jpg")
        try await watch.start()
        try await watch.waitFor(second)
        for name in names { #expect(try readTime(of: folder.file(name)) == 1, "\(name)") }
        #expect(watch.refusals.count == 1)
        #expect(FileManager.default.fileExists(atPath: first.path))
    }

    @Test func `a changed file is imported again, and the former photo stays`() async throws {
        let first = try watch.add("a.jpg")
        try await watch.start()
        try await watch.waitFor(first)
        let changed = watch.photo("changed")
        try changed.write(to: folder.file("a.jpg"))
        try await watch.waitFor(changed)
        #expect(try watch.assetCount == 2)
    }

    @Test func `a file with a name that isn't UTF-8 is imported`() async throws {
        try await watch.start()
        let data = watch.photo("bytes")
        let path = Array(folder.path.utf8).map { CChar(bitPattern: $0) } + [0x2F, -1, 0x2E, 0x6A, 0x70, 0x67, 0]
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        #expect(data.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == data.count)
        close(descriptor)
        try await watch.waitFor(data)
        #expect(watch.refusals.isEmpty)
    }

    @Test func `a linked file appears without a program that writes it`() async throws {
        let other = try TemporaryFolder()
        let data = watch.photo("linked")
        try other.write(data, to: "a.jpg")
        try await watch.start()
        try #require(link(other.file("a.jpg").path, folder.file("a.jpg").path) == 0)
        try await watch.waitFor(data)
    }

    // MARK: Partial files

    @Test func `a file that a slow program writes comes when it's complete`() async throws {
        try await watch.start()
        let data = watch.photo("slow")
        let descriptor = open(folder.file("slow.jpg").path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        func write(_ part: Data) { _ = part.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) } }
        write(data.prefix(data.count / 2))
        // A file that came later is in the library, so this one has settled, too.
        for round in 0..<3 { try await watch.waitFor(try watch.add("other \(round).jpg")) }
        #expect(try watch.assetCount == 3)
        #expect(watch.refusals.isEmpty)
        write(data.suffix(from: data.count / 2))
        for round in 3..<5 { try await watch.waitFor(try watch.add("other \(round).jpg")) }
        #expect(try !watch.has(data))
        close(descriptor)
        try await watch.waitFor(data)
        #expect(try watch.assetCount == 6)
        #expect(watch.refusals.isEmpty)
    }

    @Test func `a slow program that began before the watch is noticed`() async throws {
        let data = watch.photo("slow")
        let descriptor = open(folder.file("slow.jpg").path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        _ = data.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, data.count / 2) }
        try await watch.start()
        for round in 0..<3 { try await watch.waitFor(try watch.add("other \(round).jpg")) }
        #expect(watch.refusals.isEmpty)
        _ = data.suffix(from: data.count / 2).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        try await watch.waitFor(data)
        #expect(watch.refusals.isEmpty)
    }

    @Test(arguments: ["a.jpg.part", "a.crdownload", ".a.jpg.aBc123", "a.jpg.tmp"])
    func `a partial file comes in under its final name`(_ partial: String) async throws {
        let data = watch.photo("downloaded")
        try data.write(to: folder.file(partial))
        try await watch.start()
        try await watch.waitFor(try watch.add("other.jpg"))
        #expect(try watch.assetCount == 1)
        try #require(rename(folder.file(partial).path, folder.file("a.jpg").path) == 0)
        try await watch.waitFor(data)
        #expect(watch.refusals.isEmpty)
    }

    @Test func `a file waits while a browser has its partial file, and an empty file isn't refused`() async throws {
        try await watch.start()
        try folder.write(Data("half".utf8), to: "a.jpg.part")
        try folder.write(Data(), to: "a.jpg")
        try folder.write(Data("half".utf8), to: "b.jpg.aria2")
        try folder.write(Data(repeating: 0, count: 1000), to: "b.jpg")
        for round in 0..<3 { try await watch.waitFor(try watch.add("other \(round).jpg")) }
        #expect(watch.refusals.isEmpty)
        let (first, second) = (watch.photo("a"), watch.photo("b"))
        try first.write(to: folder.file("a.jpg.part"))
        try #require(rename(folder.file("a.jpg.part").path, folder.file("a.jpg").path) == 0)
        try second.write(to: folder.file("b.jpg"))
        try FileManager.default.removeItem(at: folder.file("b.jpg.aria2"))
        try await watch.waitFor(first)
        try await watch.waitFor(second)
        #expect(watch.refusals.isEmpty)
    }

    // MARK: Changes in the folder

    @Test func `renamed, moved and deleted files change nothing`() async throws {
        for name in ["a.jpg", "b.jpg", "c.jpg", "trip/d.jpg"] { try watch.add(name) }
        try await watch.start()
        try await waitUntil { try watch.assetCount == 4 }
        let before = try Set(watch.assetUUIDs())
        try folder.makeFolder("moved")
        try #require(rename(folder.file("a.jpg").path, folder.file("renamed.jpg").path) == 0)
        try #require(rename(folder.file("b.jpg").path, folder.file("moved/b.jpg").path) == 0)
        try #require(rename(folder.file("trip").path, folder.file("journey").path) == 0)
        try FileManager.default.removeItem(at: folder.file("c.jpg"))
        try await watch.waitFor(try watch.add("journey/last.jpg"))
        try await waitUntil { try visited(in: "journey") == ["d.jpg", "last.jpg"] }
        try await waitUntil { try visited(in: "moved") == ["b.jpg"] }
        let after = try Set(watch.assetUUIDs())
        #expect(after.count == 5 && after.isSuperset(of: before))
        #expect(watch.refusals.isEmpty)
    }

    @Test func `a photo that the user deleted permanently doesn't come back`() async throws {
        try watch.add("a.jpg")
        try await watch.start()
        try await waitUntil { try watch.assetCount == 1 }
        try await waitUntil { try visited() == ["a.jpg"] }
        let asset = try #require(try watch.assetUUIDs().first)
        let view = watch.library.view(for: .importer)
        try view.commit([.trash(assetUUID: asset)])
        try view.commit([.purge(assetUUID: asset)])
        watch.stop()
        try await watch.start()
        try await watch.waitFor(try watch.add("b.jpg"))
        #expect(try watch.assetCount == 1)
    }

    @Test func `a refused file is named once, and again if it changed`() async throws {
        try folder.write(Data("no photo".utf8), to: "a.jpg")
        try await watch.start()
        try await waitUntil { watch.refusals.count == 1 }
        watch.stop()
        try await watch.start()
        try await watch.waitFor(try watch.add("other.jpg"))
        #expect(watch.refusals.count == 1)
        try Data("still no photo".utf8).write(to: folder.file("a.jpg"))
        try await waitUntil { watch.refusals.count == 2 }
        #expect(watch.refusals.allSatisfy { $0.name == "a.jpg" })
    }

    @Test func `a folder that is missing is reported once, and watched again when it's back`() async throws {
        let first = try watch.add("camera/a.jpg")
        try await watch.start([folder.file("camera").path])
        try await watch.waitFor(first)
        try #require(rename(folder.file("camera").path, folder.file("away").path) == 0)
        try await waitUntil { watch.problems.count == 1 }
        #expect(watch.problems[0].contains("camera can't be read: "))
        #expect(try watch.assetCount == 1)
        let checks = watch.checks
        let second = try watch.add("away/b.jpg")
        try #require(rename(folder.file("away").path, folder.file("camera").path) == 0)
        try await waitUntil { watch.checks > checks }
        try await watch.waitFor(second)
        try await watch.waitFor(try watch.add("camera/c.jpg"))
        #expect(watch.problems.count == 1)
        #expect(try watch.assetCount == 3)
    }

    // MARK: Groups

    @Test func `a video joins its photo, and a sidecar that came first counts`() async throws {
        try await watch.start()
        let xmp = SampleMedia.sidecar(
            "<dc:title><rdf:Alt><rdf:li xml:lang='x-default'>Sea</rdf:li></rdf:Alt></dc:title>")
        try folder.write(xmp, to: "a.xmp")
        try await waitUntil { try visited() == ["a.xmp"] }
        let photo = try watch.add("a.jpg")
        try await watch.waitFor(photo)
        try await waitUntil {
            guard let asset = try watch.assetUUIDs().first else { return false }
            return try watch.library.catalog.read { catalog in
                guard let row = try catalog.asset(uuid: asset) else { return false }
                return try catalog.metadata(ofAsset: row.id)?.title == "Sea"
            }
        }
    }

    @Test func `each folder's photos go to an album of its name, also those of an earlier import`() async throws {
        try watch.add("Sea/a.jpg")
        try watch.temporary.importPaths([folder.path])
        try watch.add("Sea/b.jpg")
        try watch.add("Hills/c.jpg")
        try await watch.start(makesAlbums: true)
        try await waitUntil { try albums() == ["Hills": 1, "Sea": 2] }
        try await watch.waitFor(try watch.add("Sea/d.jpg"))
        try await waitUntil { try albums() == ["Hills": 1, "Sea": 3] }
        // An album that the user deleted isn't made again.
        let sea = try #require(try collections().first { $0.title == "Sea" })
        try watch.library.view(for: .importer).commit([.deleteCollection(uuid: sea.uuid)])
        try await watch.waitFor(try watch.add("Sea/e.jpg"))
        try await waitUntil { try visited(in: "Sea").contains("e.jpg") }
        #expect(try albums() == ["Hills": 1])
    }

    // MARK: Limits

    @Test func `without further notifications, the rest is looked at again, and this is said once`() async throws {
        try folder.makeFolder("one")
        try folder.makeFolder("two")
        var timing = WatchFixture.timing
        timing.remoteRescan = .milliseconds(50)
        try await watch.start(timing: timing, watchLimit: 2)
        for name in ["one/a.jpg", "two/b.jpg", "two/deep/c.jpg", "d.jpg"] {
            try await watch.waitFor(try watch.add(name))
        }
        #expect(watch.problems.count == 1)
        #expect(watch.problems.first?.contains("fs.inotify.max_user_watches") == true)
    }

    @Test func `one process watches at a time, and the next one takes over`() async throws {
        try await watch.start()
        let second = try WatchFixture()
        let notices = second.notices
        let other = try FolderWatcher(
            of: watch.library, folders: [second.folder.path], timing: WatchFixture.timing,
            telling: { notices.record($0) })
        #expect(throws: WatchError.self) { try other.claim() }
        other.start()
        try await waitUntil { second.problems.count == 1 }
        #expect(watch.library.isWatchingFolders)
        watch.stop()
        try await waitUntil { second.checks == 1 }
        #expect(second.problems.count == 1)
        other.cancel()
        other.wait()
        #expect(!watch.library.isWatchingFolders)
    }

    // MARK: The list

    @Test func `a folder of the list is watched at once, and no more after its removal`() async throws {
        let first = try watch.add("a.jpg")
        try folder.write(Data("no photo".utf8), to: "words.jpg")
        let base = try TemporaryFolder()
        try await watch.start([base.path])
        try watch.library.watchFolder(folder.path, makesAlbums: false)
        try await watch.waitFor(first)
        try await waitUntil {
            let entry = try watch.library.watchedFolders().first
            return entry?.lastCheck != nil && entry?.imported == 1 && entry?.refused.count == 1
        }
        let entry = try #require(try watch.library.watchedFolders().first)
        #expect(entry.path + "/" == folder.path || entry.path == folder.path)
        #expect(entry.refused[0].path == folder.file("words.jpg").path)
        #expect(entry.problem == nil)
        #expect(try watch.library.stopWatchingFolder(folder.path))
        #expect(try !watch.library.stopWatchingFolder(folder.path))
        // The other folder's file comes after the removal.
        let last = watch.photo("last")
        try await waitUntil { try watch.library.watchedFolders().isEmpty }
        try base.write(last, to: "last.jpg")
        try await watch.waitFor(last)
        let unseen = try watch.add("unseen.jpg")
        try base.write(watch.photo("later"), to: "later.jpg")
        try await watch.waitFor(watch.photo("later"))
        #expect(try !watch.has(unseen))
    }

    @Test func `the library, its parents, missing folders and files are refused`() throws {
        let library = watch.library
        let own = library.folder.path(percentEncoded: false)
        func code(_ path: String) -> WatchError.Code? {
            do {
                try library.watchFolder(path, makesAlbums: false)
                return nil
            } catch let error as WatchError {
                return error.code
            } catch {
                return nil
            }
        }
        #expect(code(own) == .overlapsLibrary)
        #expect(code(own + "/originals") == .overlapsLibrary)
        #expect(code(library.folder.deletingLastPathComponent().path(percentEncoded: false)) == .overlapsLibrary)
        #expect(code("/") == .overlapsLibrary)
        #expect(code(folder.file("missing").path) == .unreadable)
        try folder.write(Data(), to: "file")
        #expect(code(folder.file("file").path) == .unreadable)
        #expect(code("/proc") == .foreign)
        let link = folder.file("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: library.folder)
        #expect(code(link.path) == .overlapsLibrary)
        #expect(try library.watchedFolders().isEmpty)
    }

    @Test func `links are followed within the folder only, and hidden and foreign folders are skipped`() async throws {
        let outside = try TemporaryFolder()
        try outside.write(watch.photo("outside"), to: "outside.jpg")
        try await watch.start()
        try FileManager.default.createSymbolicLink(
            at: folder.file("link.jpg"), withDestinationURL: outside.file("outside.jpg"))
        try watch.add(".hidden/a.jpg")
        try watch.add("Photos.photoslibrary/a.jpg")
        try await watch.waitFor(try watch.add("last.jpg"))
        watch.stop()
        try await watch.start()
        #expect(try watch.assetCount == 1)
    }

    @Test func `a stop ends a running import after the files in progress, and the next watch continues`() async throws {
        for index in 0..<300 { try watch.add("\(index).jpg") }
        let stopping = try FolderWatcher(
            of: watch.library, folders: [folder.path], timing: WatchFixture.timing,
            telling: { [notices = watch.notices] in notices.record($0) })
        stopping.start()
        try await waitUntil { !watch.events.isEmpty }
        stopping.cancel()
        stopping.wait()
        try await watch.start()
        try await waitUntil { try watch.assetCount == 300 }
        #expect(watch.refusals.isEmpty)
    }

    // MARK: Helpers

    /// The names of the files that need no further visit.
    private func visited(in name: String? = nil) throws -> [String] {
        let url = name.map { folder.url.appending(path: $0) } ?? folder.url
        let path = url.path(percentEncoded: false)
        return try watch.library.catalog.read { catalog in
            let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
            guard let row = try catalog.visitedFolder(path: trimmed) else { return [] }
            return try catalog.visitedFiles(inFolder: row.id).map(\.name).sorted()
        }
    }

    private func collections() throws -> [CollectionRecord] {
        try watch.library.catalog.read { try $0.collections(.children(folder: nil), scope: .everything) }
    }

    private func albums() throws -> [String: Int] {
        let all = try collections()
        return try watch.library.catalog.read { catalog in
            try Dictionary(
                uniqueKeysWithValues: all.map { ($0.title, try catalog.liveAssetUUIDs(ofAlbum: $0.id).count) })
        }
    }

    private func setReadTime(of file: URL) throws {
        var status = stat()
        try #require(stat(file.path, &status) == 0)
        // Earlier than the change of the bytes, so that also a mount with “relatime” notes the next read.
        let times = [timespec(tv_sec: 1, tv_nsec: 0), status.st_mtim]
        try #require(utimensat(AT_FDCWD, file.path, times, 0) == 0)
    }

    private func readTime(of file: URL) throws -> Int {
        var status = stat()
        try #require(stat(file.path, &status) == 0)
        return status.st_atim.tv_sec
    }
}
