import AlbumenTestSupport
import Foundation
import PhotoSources
import Records
import SystemPackage
import Testing

/// Compressed TAR archives are read in one pass, and their photos from places within (imports 2.4).
@Suite struct TGZTests {
    private let folder: TestFolder
    private static let prefix = "Takeout/Google Photos/Photos from 1970/"
    private static let name = "takeout-20240712T112341Z-001.tgz"

    init() throws {
        folder = try TestFolder()
    }

    private func contents(_ paths: [FilePath]) throws -> SourceContents {
        let source = try Takeout.open(TakeoutParts(paths), temporaryFolder: folder.path)
        defer { source.close() }
        return try SourceContents(source)
    }

    private func archive(_ tar: TestTar) throws -> FilePath { try folder.write(tar.gzip(), to: Self.name) }

    private func noise(_ count: Int, seed: UInt64) -> Data {
        var generator = SeededGenerator(seed: seed)
        var data = Data(capacity: count)
        while data.count < count { data.append(numbers: [generator.next()]) }
        return data.prefix(count)
    }

    /// A photo and its document.
    private func add(_ number: Int, _ data: Data, to tar: inout TestTar) {
        let text = #"{"title": "\#(number).jpg", "photoTakenTime": {"timestamp": "\#(number + 1)"}}"#
        tar.add(Self.prefix + "\(number).jpg.json", Data(text.utf8))
        tar.add(Self.prefix + "\(number).jpg", data)
    }

    @Test(arguments: ["gnu", "posix", "ustar"])
    func `archives of tar in all its forms have the items of the tree`(format: String) throws {
        var export = TestExport()
        let long = String(repeating: "long ", count: 8) + "ü"
        for (number, album) in ["Photos from 2019", "An album", String(repeating: "long name ", count: 15)].enumerated()
        {
            for photo in 0..<3 {
                let name = "\(photo) \(long).jpg"
                export.add("\(album)/\(name)", "\(photo)")
                export.addItem("\(album)/\(photo) \(long).jpg.json", title: name, time: 1_000 + photo)
            }
            if format == "ustar", number == 1 { break }
        }
        let tree = try export.writeTree(in: folder)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["tar", "--format=\(format)", "-czf", "../\(Self.name)", "./Takeout"]
        process.currentDirectoryURL = URL(filePath: tree.string)
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let path = folder.path.appending(Self.name)
        #expect(Takeout.isArchive(named: Self.name))
        let found = try contents([path])
        #expect(found == (try contents([tree])))
        #expect(found.items.count == 3 && found.differences.isEmpty)
    }

    @Test func `photos far into a large archive are read from places within`() throws {
        var tar = TestTar()
        var photos: [Data] = []
        for number in 0..<12 {
            // Noise isn't compressed; the rest is.
            let photo = noise(1_500_000 + number * 1_001, seed: UInt64(number)) + Data(repeating: 65, count: 400_000)
            photos.append(photo)
            add(number, photo, to: &tar)
        }
        let source = try Takeout.open(TakeoutParts([archive(tar)]), temporaryFolder: folder.path)
        #expect(source.itemCount == 12)
        var (number, offsets) = (0, Set<Int64>())
        try source.forEachItem { item in
            let file = try #require(item.originals.first)
            if case .gzip(let place) = file.member {
                offsets.insert(place.inputOffset)
                #expect(place.skippedByteCount < 5 << 20)
            }
            #expect(try SourceFileReader().contents(of: file, limit: 1 << 24) == photos[number])
            number += 1
            return true
        }
        #expect(number == 12)
        #expect(offsets.count >= 4)
        source.close()
        let rest = try FileManager.default.contentsOfDirectory(atPath: folder.path.string)
        #expect(rest == [Self.name])
    }

    @Test func `albums and photos are split between TGZ archives and ZIP archives`() throws {
        var tar = TestTar()
        add(1, Data("one".utf8), to: &tar)
        tar.add(Self.prefix + "2.jpg", Data("two".utf8))
        let path = try archive(tar)
        var export = TestExport()
        export.addItem("Photos from 1970/2.jpg.json", title: "2.jpg", time: 3)
        export.add("Album/1.jpg", "other")
        let zip = try export.writeArchives(in: folder) { _ in 2 }
        let found = try contents(zip + [path])
        #expect(found.items.map(\.item.name) == ["1.jpg", "2.jpg", "1.jpg"])
        #expect(found.items.prefix(2).allSatisfy { $0.item.facts.capture.value != nil })
        #expect(found.differences.isEmpty)
    }

    @Test(arguments: ["/etc/x.jpg", "../../x.jpg", "a/../../x.jpg"])
    func `dangerous paths are one line, and the rest comes over`(name: String) throws {
        var tar = TestTar()
        add(1, Data("one".utf8), to: &tar)
        tar.add(name, Data("evil".utf8))
        tar.add(Self.prefix + "link.jpg", Data(), type: "2")
        add(2, Data("two".utf8), to: &tar)
        let found = try contents([archive(tar)])
        #expect(found.items.map(\.item.name) == ["1.jpg", "2.jpg"])
        #expect(found.differences.count == 1)
    }

    @Test func `bombs and impossible sizes are one line, and the files before come over`() throws {
        for kind in 0..<2 {
            var tar = TestTar()
            add(1, Data("one".utf8), to: &tar)
            if kind == 0 {
                tar.add(Self.prefix + "2.jpg", Data(count: 66 << 20))
            } else {
                tar.add(Self.prefix + "2.jpg", Data(), declaredSize: 0o77777777777)
            }
            let found = try contents([archive(tar)])
            #expect(found.items.map(\.item.name) == ["1.jpg"])
            #expect(found.differences.count == 1, "\(found.differences)")
        }
    }

    @Test func `an archive that ends early or has any byte changed is one line or is read`() throws {
        var tar = TestTar()
        for number in 0..<3 { add(number, noise(700, seed: UInt64(number)), to: &tar) }
        let bytes = tar.gzip()
        let whole = try contents([folder.write(bytes, to: Self.name)])
        #expect(whole.items.count == 3)
        var generator = SeededGenerator(seed: 11)
        var counts: Set<Int> = []
        for index in stride(from: 0, to: bytes.count, by: 7) {
            var changed = bytes
            changed[index] = UInt8.random(in: 0...255, using: &generator)
            for hostile in [bytes.prefix(index), changed] {
                let path = try folder.write(hostile, to: Self.name)
                do {
                    let source = try Takeout.open(TakeoutParts([path]), temporaryFolder: folder.path)
                    defer { source.close() }
                    counts.insert(source.itemCount)
                    try source.forEachItem { item in
                        for file in item.originals { _ = try? SourceFileReader().contents(of: file, limit: 1 << 20) }
                        return true
                    }
                } catch is SourceError {
                    counts.insert(-1)
                }
            }
        }
        #expect(counts.isSuperset(of: [-1, 3]))
    }

    @Test func `a wrong checksum of the whole archive is one line`() throws {
        var tar = TestTar()
        add(1, Data("one".utf8), to: &tar)
        var bytes = tar.gzip()
        bytes[bytes.count - 8] ^= 1
        let found = try contents([folder.write(bytes, to: Self.name)])
        #expect(found.items.count == 1)
        #expect(found.differences.count == 1)
        #expect(found.differences.first?.contains("damaged") == true)
    }
}
