import AlbumenModel
import AlbumenTestSupport
import Foundation
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Random change blocks, each applied to a library and to a model of it (§5).
///
/// `TestLength` decides the number of blocks.
@Suite struct ModelTests {
    private static let blocksPerLibrary = 100
    private static let cases = TestLength.cases(2_000)

    @Test("a library matches its model after each block", arguments: 0..<max(1, cases / blocksPerLibrary))
    func aLibraryIsWhatAModelIsAfterEveryBlock(seed: Int) throws {
        let numbers = Mutex(0)
        let temporary = try TemporaryLibrary(makeUUID: {
            numbers.withLock { number in
                number += 1
                let digits = String(number)
                let text = "A55E7000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
                return UUID(uuidString: text) ?? UUID()
            }
        })
        try temporary.add((0..<12).map { .image("\(seed)-\($0).jpg") })
        var blocks = RandomBlocks(seed: UInt64(seed))
        var model = try LibraryModel(of: temporary.library)
        for number in 0..<Self.blocksPerLibrary {
            let block = blocks.next(for: model)
            let rows = try LibraryModel.rows(of: temporary.library)
            var transaction = Transaction()
            for change in block { transaction.record(change.operation(rows: rows)) }
            var expected = model
            let foreseen = Result { () throws(LibraryError) in try expected.apply(block) }
            let outcome = Result { _ = try temporary.library.owner.commit(transaction) }
            let isSame = Self.code(outcome) == Self.code(foreseen.mapError { $0 as any Error })
            #expect(isSame, "seed \(seed), block \(number): \(outcome) for \(foreseen) of \(block)")
            if case .success = foreseen { model = expected }
            let actual = try LibraryModel(of: temporary.library)
            // Compared here, so that a failure prints the differences and not two libraries.
            let isEqual = actual == model
            try #require(isEqual, "seed \(seed), block \(number): \(block)\n\(actual.differences(from: model))")
            for album in try LibraryModel.counts(of: temporary.library) { #expect(album.kept == album.counted) }
            guard isSame else { return }
        }
    }

    private static func code(_ result: Result<Void, any Error>) -> LibraryError.Code? {
        guard case .failure(let error) = result else { return nil }
        return (error as? LibraryError)?.code
    }
}
