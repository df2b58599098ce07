import AlbumenTestSupport
import Foundation
import LTX
import Testing

/// A real database, with a copy and an LTX file for each step.
final class SQLiteHistory {
    static let program = ["/usr/bin/sqlite3", "/usr/local/bin/sqlite3"].first(
        where: FileManager.default.isExecutableFile)

    let folder: TemporaryFolder
    private let database: URL
    /// The database file after each step.
    private(set) var states: [Data] = []
    private(set) var files: [SampleFile] = []

    init(_ setup: String) throws {
        folder = try TemporaryFolder()
        database = folder.url.appending(path: "live.sqlite")
        try step(setup)
    }

    /// Runs statements, closes the database, and makes the file of the changed pages.
    func step(_ statements: String) throws {
        let result = try Litestream.run(try #require(Self.program), ["-bail", database.path, statements])
        try #require(result.status == 0, "\(result.output)")
        let state = try Data(contentsOf: database)
        let size = Int(state[16]) << 8 + Int(state[17])
        let pageSize = size == 1 ? 65536 : size
        let transaction = UInt64(states.count + 1)
        let former = states.last ?? Data()
        var file = SampleFile(
            transaction...transaction, commit: UInt32(state.count / pageSize), pageSize: pageSize,
            milliseconds: 1_700_000_000_000 + Int64(transaction) * 60_000, pages: [:])
        for number in 0..<state.count / pageSize where UInt32(number + 1) != file.header.lockPage {
            let range = number * pageSize..<(number + 1) * pageSize
            if range.upperBound > former.count || former[range] != state[range] {
                file.pages[UInt32(number + 1)] = Array(state[range])
            }
        }
        states.append(state)
        files.append(file)
    }

    /// Merges the files of steps, which count from 1.
    func merged(_ steps: ClosedRange<Int>) throws -> SampleFile {
        try SampleHistory.merge(Array(files[steps.lowerBound - 1..<steps.upperBound]))
    }
}
