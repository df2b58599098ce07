import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

/// Faults of files, which the store has recorded since a later version than thumbnails.
@Suite struct DerivativeFaultTests {
    let temporary: TemporaryDerivatives

    init() throws {
        temporary = try TemporaryDerivatives()
    }

    @Test func `a fault is found by file and purpose, and a later one takes its place`() throws {
        let store = temporary.store()
        #expect(try store.fault(of: .hash(1), purpose: 2) == nil)
        try store.remember(.sample(1))
        try store.remember(.sample(1, message: "later"))
        try store.remember(.sample(2, purpose: 0, byteCount: 77))
        #expect(try store.fault(of: .hash(1), purpose: 2) == .sample(1, message: "later"))
        #expect(try store.fault(of: .hash(1), purpose: 0) == nil)
        #expect(try store.hasFault(byteCount: 77, purpose: 0))
        #expect(try !store.hasFault(byteCount: 77, purpose: 1))
        #expect(try store.faultCount() == 2)
        try store.forgetFaults()
        #expect(try store.faultCount() == 0)
    }

    @Test func `thumbnails of a file from before there were faults are kept`() throws {
        try makeFormerFile()
        let store = temporary.store()
        #expect(try store.thumbnail(.hash(1)) == Data("thumbnail".utf8))
        #expect(try store.statistics().thumbnailCount == 1)
        #expect(try store.fault(of: .hash(1), purpose: 2) == nil)
        try store.remember(.sample(1))
        // Another process finds both.
        let other = temporary.store()
        #expect(try other.fault(of: .hash(1), purpose: 2) == .sample(1))
        #expect(try other.thumbnail(.hash(1)) != nil)
    }

    @Test func `the version of a file with faults is the former one, so that former programs keep its thumbnails`()
        throws
    {
        let store = temporary.store()
        try store.store([.sample(1)])
        #expect(try temporary.values("PRAGMA user_version", in: store) == [1])
        #expect(try temporary.values("PRAGMA application_id", in: store) == [0x416C_6273])
    }

    @Test func `deleting all thumbnails leaves the faults`() throws {
        let store = temporary.store()
        try store.store([.sample(1)])
        try store.remember(.sample(2))
        try store.removeAll()
        #expect(try store.thumbnail(.hash(1)) == nil)
        #expect(try store.faultCount() == 1)
    }

    /// Creates a file of a version without faults.
    private func makeFormerFile() throws {
        try temporary.execute(
            """
            PRAGMA journal_mode = WAL;
            CREATE TABLE thumbnail (
                id INTEGER PRIMARY KEY,
                sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
                recipe INTEGER NOT NULL,
                isWhole INTEGER NOT NULL,
                bytes BLOB NOT NULL
            ) STRICT;
            CREATE UNIQUE INDEX thumbnailByContent ON thumbnail(sha256, recipe);
            CREATE TABLE preview (
                id INTEGER PRIMARY KEY,
                sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
                recipe INTEGER NOT NULL,
                isPNG INTEGER NOT NULL,
                byteCount INTEGER NOT NULL,
                lastUsedDay INTEGER NOT NULL
            ) STRICT;
            CREATE UNIQUE INDEX previewByContent ON preview(sha256, recipe);
            CREATE INDEX previewByUse ON preview(lastUsedDay, id);
            CREATE TABLE total (
                kind TEXT PRIMARY KEY,
                count INTEGER NOT NULL,
                byteCount INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            INSERT INTO total VALUES ('thumbnail', 1, 9), ('preview', 0, 0);
            INSERT INTO thumbnail VALUES (1, X'\(BlobDigest.hash(1).hexadecimal)', 1, 1, X'\(Data("thumbnail".utf8).hexadecimal)');
            PRAGMA application_id = \(0x416C_6273);
            PRAGMA user_version = 1;
            """)
    }
}

extension FaultRecord {
    fileprivate static func sample(
        _ index: Int, purpose: Int = 2, byteCount: Int64 = 0, message: String = "sooner"
    ) -> FaultRecord {
        FaultRecord(
            sha256: .hash(index), purpose: purpose, byteCount: byteCount, versions: "1", code: "forbidden",
            message: message)
    }
}
