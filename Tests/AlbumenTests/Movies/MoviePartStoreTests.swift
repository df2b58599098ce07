import AlbumenTestSupport
import BlobStore
import Foundation
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The store of parts of videos.
@Suite struct MoviePartStoreTests {
    private func digest(_ byte: UInt8) -> BlobDigest { BlobDigest(repeating: byte) }

    private func name(_ byte: UInt8, _ number: Int) throws -> MoviePartName {
        MoviePartName(digest(byte), .part(.lines(480), number: number))
    }

    private func store(_ folder: TemporaryFolder, budget: Int64 = 1000) -> MoviePartStore {
        MoviePartStore(in: folder.url, budgetInBytes: budget)
    }

    /// Sets the date of a part's last use.
    private func age(_ name: MoviePartName, _ store: MoviePartStore, seconds: Double) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -seconds)],
            ofItemAtPath: store.root.appending(path: "\(name.folder)/\(name.text)").path)
    }

    @Test func `bytes are read as they were stored`() throws {
        let folder = try TemporaryFolder()
        let store = store(folder)
        let first = try name(1, 0)
        #expect(try store.read(first) == nil)
        try store.store(Data([1, 2, 3]), as: first)
        #expect(try store.read(first) == Data([1, 2, 3]))
        #expect(try store.read(try name(1, 1)) == nil)
        #expect(try store.read(try name(2, 0)) == nil)
        #expect(try store.read(MoviePartName(digest(1), .part(.copied, number: 0))) == nil)
        #expect(first.text == "\(String(repeating: "01", count: 32))-2-480-0.mp4")
    }

    @Test func `the parts that were used longest ago are deleted first`() throws {
        let folder = try TemporaryFolder()
        let store = store(folder)
        for number in 0..<4 {
            try store.store(Data(count: 240), as: name(1, number))
            try age(name(1, number), store, seconds: Double(100 - number))
        }
        // Reading counts as a use.
        #expect(try store.read(name(1, 0)) != nil)
        try store.store(Data(count: 240), as: name(1, 4))
        let left = try (0..<5).filter { try store.read(name(1, $0)) != nil }
        #expect(left == [0, 3, 4])
    }

    @Test func `the budget also counts the parts of earlier processes`() throws {
        let folder = try TemporaryFolder()
        for number in 0..<4 {
            try store(folder).store(Data(count: 240), as: name(1, number))
            try age(name(1, number), store(folder), seconds: Double(100 - number))
        }
        let later = store(folder)
        try later.store(Data(count: 240), as: name(2, 0))
        #expect(try later.read(name(1, 0)) == nil)
        #expect(try later.read(name(2, 0)) != nil)
    }

    @Test func `a part that is larger than the budget is not stored`() throws {
        let folder = try TemporaryFolder()
        let store = store(folder)
        try store.store(Data(count: 100), as: name(1, 0))
        try store.store(Data(count: 1001), as: name(1, 1))
        #expect(try store.read(name(1, 0)) != nil)
        #expect(try store.read(name(1, 1)) == nil)
    }

    @Test func `removing an original's parts leaves the others`() throws {
        let folder = try TemporaryFolder()
        let store = store(folder)
        try store.store(Data([1]), as: name(1, 0))
        try store.store(Data([2]), as: MoviePartName(digest(1), .frames(count: 12)))
        try store.store(Data([3]), as: name(2, 0))
        store.remove(digest(1))
        #expect(try store.read(name(1, 0)) == nil)
        #expect(try store.read(MoviePartName(digest(1), .frames(count: 12))) == nil)
        #expect(try store.read(name(2, 0)) == Data([3]))
    }

    @Test func `the unfinished file of a killed process is deleted after an hour`() throws {
        let folder = try TemporaryFolder()
        try store(folder).store(Data([1]), as: name(1, 0))
        let root = store(folder).root.appending(path: "01")
        for (file, age) in [(".new-old", 7200.0), (".new-young", 10.0)] {
            let path = root.appending(path: file).path
            #expect(FileManager.default.createFile(atPath: path, contents: Data([1])))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
        }
        try store(folder).store(Data([1]), as: name(2, 0))
        let names = try FileManager.default.contentsOfDirectory(atPath: root.path)
        #expect(names.contains(".new-young") && !names.contains(".new-old"))
    }
}
