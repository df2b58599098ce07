import Foundation
import Testing

@testable import Catalog

/// The files that stay when a catalog is closed.
@Suite struct ClosingTests {
    @Test func `closing merges the write-ahead log, so that the next opening needn't read it`() throws {
        let temporary = try TemporaryCatalog()
        let path = temporary.folder.appendingPathComponent("catalog.sqlite-wal").path
        try temporary.add(10)
        // Opens connections for reading.
        #expect(try temporary.catalog.read { try $0.assetCount() } == 10)
        #expect(try temporary.catalog.readOnce { try $0.assetCount() } == 10)
        #expect(FileManager.default.fileExists(atPath: path))
        try temporary.catalog.close()
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
