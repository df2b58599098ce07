import Foundation
import GRDB
package import Records

extension CatalogReader {
    /// Returns the questions of programs in the order in which they were asked, also those that have an answer or
    /// whose program has ended.
    package func questions() throws -> [QuestionRecord] {
        try database.cachedStatement(sql: "SELECT \(QuestionRecord.table.selection) FROM question ORDER BY id")
            .records(arguments: [])
    }

    /// Returns a question, or `nil` if it doesn't exist any more.
    package func question(_ identifier: Int64) throws -> QuestionRecord? {
        try database.cachedStatement(sql: "SELECT \(QuestionRecord.table.selection) FROM question WHERE id = ?")
            .records(QuestionRecord.self, arguments: [identifier]).first
    }
}

/// Changes of questions have no change number, and observers don't receive them.
extension CatalogTransaction {
    /// Adds a question and returns its row identifier, which is never used again.
    package func insert(_ question: QuestionRecord) throws -> Int64 {
        try database.cachedStatement(sql: QuestionRecord.table.insertion).execute(arguments: question.arguments())
        return database.lastInsertedRowID
    }

    package func setAnswer(_ answer: String, ofQuestion identifier: Int64) throws {
        try database.cachedStatement(sql: "UPDATE question SET answer = ? WHERE id = ?")
            .execute(arguments: [answer, identifier])
    }

    /// - Returns: Whether the question existed.
    @discardableResult
    package func removeQuestion(_ identifier: Int64) throws -> Bool {
        try database.cachedStatement(sql: "DELETE FROM question WHERE id = ?").execute(arguments: [identifier])
        return database.changesCount > 0
    }
}
