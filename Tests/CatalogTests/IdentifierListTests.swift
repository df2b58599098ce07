import AlbumenTestSupport
import Records
import Testing

@testable import Catalog

/// Random edits of lists with several chunks, compared with arrays.
@Suite struct IdentifierListTests {
    @Test("an edited list matches an array with the same edits", arguments: 0..<40)
    func anEditedListIsAnEditedArray(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        var array = (0..<Int64.random(in: 0...6_000, using: &generator)).map { $0 }
        var list = IdentifierList(array)
        for _ in 0..<6 {
            let before = list
            let count = Int.random(in: 0...3_000, using: &generator)
            let removed = Set((0..<count).compactMap { _ in array.indices.randomElement(using: &generator) }).sorted()
            list = list.removing(at: removed)
            #expect(Array(before) == array)
            for index in removed.reversed() { array.remove(at: index) }
            #expect(Array(list) == array)
            let newcomers = (0..<Int.random(in: 0...3_000, using: &generator)).map { _ in
                (
                    index: Int.random(in: 0...array.count, using: &generator),
                    identifier: Int64.random(in: 0...9_999_999, using: &generator)
                )
            }.sorted { $0.index < $1.index }
            list = list.inserting(newcomers)
            for newcomer in newcomers.reversed() { array.insert(newcomer.identifier, at: newcomer.index) }
            #expect(Array(list) == array)
            #expect(list.count == array.count)
            #expect(array.indices.allSatisfy { list[$0] == array[$0] })
            #expect(list == IdentifierList(array))
            #expect(array.last.map { list.firstIndex(of: $0) == array.firstIndex(of: $0) } ?? list.isEmpty)
        }
    }
}
