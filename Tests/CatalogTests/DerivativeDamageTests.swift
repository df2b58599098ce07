import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

/// A damaged store is one that has less in it.
@Suite struct DerivativeDamageTests {
    let temporary: TemporaryDerivatives

    init() throws {
        temporary = try TemporaryDerivatives()
    }

    @Test(arguments: ["derivatives.sqlite", "previews"])
    func whatIsDeletedIsStoredAgain(name: String) throws {
        do { try temporary.store().store([.sample(1)]) }
        try temporary.remove(name)
        let store = temporary.store()
        #expect(try store.preview(.hash(1)) == nil)
        try store.store([.sample(1)])
        #expect(try store.preview(.hash(1)) != nil)
        #expect(try temporary.previewFiles().count == 1)
    }

    @Test("a file that is no database, or that another Albumen made, is replaced, and the previews with it")
    func foreignFile() throws {
        for change in ["text", "empty", "version", "program"] {
            do { try temporary.store().store([.sample(1)]) }
            switch change {
            case "text": try Data(repeating: 65, count: 40_000).write(to: temporary.file)
            case "empty": try Data().write(to: temporary.file)
            case "version": try temporary.execute("PRAGMA user_version = 99")
            default: try temporary.execute("PRAGMA application_id = 1")
            }
            let store = temporary.store()
            #expect(try store.thumbnail(.hash(1)) == nil, "\(change)")
            #expect(try temporary.previewFiles() == [], "\(change)")
            try store.store([.sample(1)])
            #expect(try store.preview(.hash(1)) != nil, "\(change)")
            try store.removeAll()
        }
    }

    @Test("damage that shows only later empties the store, also while it is open")
    func damageInside() throws {
        do { try temporary.store().store((0..<200).map { .sample($0) }) }
        // All but the first page.
        let handle = try FileHandle(forUpdating: temporary.file)
        let size = try handle.seekToEnd()
        try handle.seek(toOffset: 8192)
        try handle.write(contentsOf: Data(repeating: 0xEE, count: Int(size) - 8192))
        try handle.close()
        let store = temporary.store()
        #expect(try store.thumbnail(.hash(7)) == nil)
        try store.store([.sample(7)])
        #expect(try store.thumbnail(.hash(7)) != nil)
        #expect(try store.statistics().thumbnailCount == 1)
    }

    @Test func tablesThatAreNotThereAreMadeAnew() throws {
        do { try temporary.store().store([.sample(1)]) }
        try temporary.execute("DROP TABLE preview")
        let store = temporary.store()
        #expect(try store.preview(.hash(1)) == nil)
        try store.store([.sample(1)])
        #expect(try store.preview(.hash(1)) != nil)
    }

    @Test("a preview whose file is missing, cut short or longer than it was is not stored")
    func previewFile() throws {
        let store = temporary.store()
        let file = temporary.folder.appendingPathComponent("previews/01/\(Data.hash(1).hex)-1.jpg")
        let changes: [(URL) throws -> Void] = [
            { try FileManager.default.removeItem(at: $0) },
            { try Data(count: 10).write(to: $0) },
            { try Data(count: 1000).write(to: $0) },
        ]
        for change in changes {
            try store.store([.sample(1, length: 500)])
            try change(file)
            #expect(try store.preview(.hash(1)) == nil)
            // The row went, and so did what was left of the file.
            #expect(try store.statistics().previewCount == 0)
            #expect(try temporary.previewFiles() == [])
            #expect(try store.thumbnail(.hash(1)) != nil)
        }
    }

    @Test("a row that asks for more than there can be is not believed", arguments: [1 << 60, -1, 0])
    func implausibleRow(byteCount: Int) throws {
        do { try temporary.store().store([.sample(1)]) }
        try temporary.execute("UPDATE preview SET byteCount = \(byteCount)")
        #expect(try temporary.store().preview(.hash(1)) == nil)
    }

    @Test func filesThatNoRowNamesAreSweptAway() throws {
        let store = temporary.store()
        try store.store([.sample(1), .sample(2)])
        let stray = "01/\(Data.hash(1).hex)-7.jpg"
        try temporary.write(Data([1]), to: "previews/\(stray)")
        try temporary.write(Data([1]), to: "previews/01/.new-young")
        try temporary.write(Data([1]), to: "previews/01/.new-old")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -90_000)],
            ofItemAtPath: temporary.folder.appendingPathComponent("previews/01/.new-old").path)
        try temporary.write(Data([1]), to: "previews/01/README")
        let doomed = "previews.\(UUID().uuidString)"
        try temporary.write(Data([1]), to: "\(doomed)/ab/x")
        try temporary.write(Data([1]), to: "previews.old/ab/x")
        try store.sweep()
        #expect(
            try temporary.previewFiles() == [
                "01/.new-young", "01/\(Data.hash(1).hex)-1.jpg", "01/README", "02/\(Data.hash(2).hex)-1.jpg",
            ])
        #expect(try !temporary.names().contains(doomed))
        // A user's own.
        #expect(try temporary.names().contains("previews.old"))
    }

    @Test("where nothing can be kept, each call says so and nothing is made")
    func unusableFolder() throws {
        try FileManager.default.createDirectory(at: temporary.file, withIntermediateDirectories: true)
        try temporary.write(Data([1]), to: "derivatives.sqlite/inside")
        let store = temporary.store()
        for _ in 0..<2 {
            let error = #expect(throws: CatalogError.self) { try store.store([.sample(1)]) }
            #expect(error?.code == .cannotOpen)
            #expect(throws: CatalogError.self) { try store.thumbnail(.hash(1)) }
        }
        #expect(try temporary.previewFiles() == [])
    }

    @Test(arguments: [
        "a.jpg", "\(String(repeating: "a", count: 64))-1.gif", "\(String(repeating: "A", count: 64))-1.jpg",
        "\(String(repeating: "a", count: 64))-01.jpg", "\(String(repeating: "a", count: 64))-1.jpg.jpg",
        "\(String(repeating: "g", count: 64))-1.jpg", "\(String(repeating: "a", count: 64))--1-1.jpg",
    ])
    func otherFilesAreNoPreviews(name: String) {
        #expect(PreviewName(text: name) == nil)
    }
}
