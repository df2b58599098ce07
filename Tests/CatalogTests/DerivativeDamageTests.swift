import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

/// A damaged store only loses derivatives, which can be made again.
@Suite struct DerivativeDamageTests {
    let temporary: TemporaryDerivatives

    init() throws {
        temporary = try TemporaryDerivatives()
    }

    @Test("deleted files are stored again", arguments: ["derivatives.sqlite", "previews"])
    func whatIsDeletedIsStoredAgain(name: String) throws {
        do { try temporary.store().store([.sample(1)]) }
        try temporary.remove(name)
        let store = temporary.store()
        #expect(try store.preview(.hash(1)) == nil)
        try store.store([.sample(1)])
        #expect(try store.preview(.hash(1)) != nil)
        #expect(try temporary.previewFiles().count == 1)
    }

    @Test("a file that isn't a database, or is from another version, is replaced together with its previews")
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

    @Test("damage found later empties the store, even while it's open")
    func damageInside() throws {
        do { try temporary.store().store((0..<200).map { .sample($0) }) }
        // Overwrites all but the first page.
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

    @Test("missing tables are created again")
    func tablesThatAreNotThereAreMadeAnew() throws {
        do { try temporary.store().store([.sample(1)]) }
        try temporary.execute("DROP TABLE preview")
        let store = temporary.store()
        #expect(try store.preview(.hash(1)) == nil)
        try store.store([.sample(1)])
        #expect(try store.preview(.hash(1)) != nil)
    }

    @Test("a preview whose file is missing, truncated or too long counts as missing")
    func previewFile() throws {
        let store = temporary.store()
        let file = temporary.folder.appendingPathComponent("previews/01/\(BlobDigest.hash(1).hexadecimal)-1.jpg")
        let changes: [(URL) throws -> Void] = [
            { try FileManager.default.removeItem(at: $0) },
            { try Data(count: 10).write(to: $0) },
            { try Data(count: 1000).write(to: $0) },
        ]
        for change in changes {
            try store.store([.sample(1, length: 500)])
            try change(file)
            #expect(try store.preview(.hash(1)) == nil)
            // The row and the remaining file are deleted.
            #expect(try store.statistics().previewCount == 0)
            #expect(try temporary.previewFiles() == [])
            #expect(try store.thumbnail(.hash(1)) != nil)
        }
    }

    @Test("an implausible length in a row is ignored", arguments: [1 << 60, -1, 0])
    func implausibleRow(byteCount: Int) throws {
        do { try temporary.store().store([.sample(1)]) }
        try temporary.execute("UPDATE preview SET byteCount = \(byteCount)")
        #expect(try temporary.store().preview(.hash(1)) == nil)
    }

    @Test("preview files without a row are deleted")
    func filesThatNoRowNamesAreSweptAway() throws {
        let store = temporary.store()
        try store.store([.sample(1), .sample(2)])
        let stray = "01/\(BlobDigest.hash(1).hexadecimal)-7.jpg"
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
                "01/.new-young", "01/\(BlobDigest.hash(1).hexadecimal)-1.jpg", "01/README",
                "02/\(BlobDigest.hash(2).hexadecimal)-1.jpg",
            ])
        #expect(try !temporary.names().contains(doomed))
        // A file of the user.
        #expect(try temporary.names().contains("previews.old"))
    }

    @Test("in an unusable folder each call fails and nothing is created")
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

    @Test(
        "other filenames aren't previews",
        arguments: [
            "a.jpg", "\(String(repeating: "a", count: 64))-1.gif", "\(String(repeating: "A", count: 64))-1.jpg",
            "\(String(repeating: "a", count: 64))-01.jpg", "\(String(repeating: "a", count: 64))-1.jpg.jpg",
            "\(String(repeating: "g", count: 64))-1.jpg", "\(String(repeating: "a", count: 64))--1-1.jpg",
        ])
    func otherFilesAreNoPreviews(name: String) {
        #expect(PreviewName(text: name) == nil)
    }
}
