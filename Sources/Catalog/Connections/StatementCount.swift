import GRDB
package import Records

/// Counts the statements of databases that are opened while a counter is set. Only tests use it.
package enum StatementCount {
    @TaskLocal package static var counter: WorkCounter?
}

extension Configuration {
    mutating func countStatements() {
        guard let counter = StatementCount.counter else { return }
        prepareDatabase { database in
            database.trace { _ in counter.increment() }
        }
    }
}
