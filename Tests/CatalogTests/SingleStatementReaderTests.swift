import AlbumenTestSupport
import Dispatch
import Foundation
import GRDB
import Testing

@testable import Catalog

@Suite struct SingleStatementReaderTests {
    private let temporary: TemporaryCatalog
    private var pool: DatabasePool { temporary.catalog.pool }

    init() throws {
        temporary = try TemporaryCatalog()
        try temporary.add(3)
    }

    private func count(_ reader: SingleStatementReader) throws -> Int? {
        try reader.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM asset") }
    }

    @Test func `each read sees earlier commits`() throws {
        let reader = SingleStatementReader(of: pool)
        #expect(try count(reader) == 3)
        try temporary.add(2)
        #expect(try count(reader) == 5)
        try reader.close()
    }

    @Test func `more threads than connections can read`() throws {
        let reader = SingleStatementReader(of: pool, limit: 1)
        let (isIn, mayGo) = (Gate(), Gate())
        let finished = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            _ = try? reader.read { _ in
                isIn.open()
                return mayGo.wait()
            }
            finished.signal()
        }
        #expect(isIn.wait())
        #expect(try count(reader) == 3)
        #expect(reader.connectionCount == 1)
        mayGo.open()
        finished.wait()
        #expect(try count(reader) == 3)
        try reader.close()
    }

    @Test func `the pool reads its open file after its deletion`() throws {
        let reader = SingleStatementReader(of: pool)
        let file = temporary.folder.appendingPathComponent("catalog.sqlite")
        let away = temporary.folder.appendingPathComponent("away.sqlite")
        try FileManager.default.moveItem(at: file, to: away)
        #expect(try count(reader) == 3)
        #expect(reader.connectionCount == 0)
        try FileManager.default.moveItem(at: away, to: file)
        #expect(try count(reader) == 3)
        #expect(reader.connectionCount == 1)
        try reader.close()
    }

    @Test func `closing a store leaves no files beside the database`() throws {
        let derivatives = try TemporaryDerivatives()
        var store: DerivativeStore? = derivatives.store()
        try store?.store([.sample(1, hasPreview: false)])
        #expect(try store?.thumbnail(.hash(1)) != nil)
        store = nil
        #expect(try derivatives.names() == ["derivatives.sqlite"])
    }

    @Test func `writing fails`() throws {
        let reader = SingleStatementReader(of: pool)
        #expect(throws: DatabaseError.self) {
            try reader.read { try $0.execute(sql: "DELETE FROM asset") }
        }
        #expect(try count(reader) == 3)
        try reader.close()
    }
}
