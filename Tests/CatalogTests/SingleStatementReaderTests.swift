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

    @Test func eachReadSeesWhatWasCommittedBefore() throws {
        let reader = SingleStatementReader(of: pool)
        #expect(try count(reader) == 3)
        try temporary.add(2)
        #expect(try count(reader) == 5)
        try reader.close()
    }

    @Test func moreThreadsThanConnectionsReadAllTheSame() throws {
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
        mayGo.open()
        finished.wait()
        #expect(try count(reader) == 3)
        try reader.close()
    }

    @Test func nothingCanBeWritten() throws {
        let reader = SingleStatementReader(of: pool)
        #expect(throws: DatabaseError.self) {
            try reader.read { try $0.execute(sql: "DELETE FROM asset") }
        }
        #expect(try count(reader) == 3)
        try reader.close()
    }
}
