import Foundation
import Testing

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

@Suite struct NSPredicateFormatTests {
    private func read(_ predicate: NSPredicate) throws -> PhotoLibrary.Predicate {
        try PhotoLibrary.Predicate(readingFrom: predicate)
    }

    @Test func `a format and its arguments are parsed in each calling style`() throws {
        let date = Date(timeIntervalSinceReferenceDate: 5)
        let expected = try PhotoLibrary.Predicate(format: "creationDate > %@", arguments: [date])
        #expect(try read(NSPredicate(format: "creationDate > %@", date as any CVarArg)) == expected)
        #expect(try read(NSPredicate(format: "creationDate > %@", date as NSDate)) == expected)
        #expect(try read(NSPredicate(format: "creationDate > %@", date as NSDate as any CVarArg)) == expected)
        #expect(try read(NSPredicate(format: "creationDate > %@", argumentArray: [date])) == expected)
        #expect(try read(NSPredicate(format: "a == 1", argumentArray: nil)) == PhotoLibrary.Predicate(format: "a == 1"))

        let list = try PhotoLibrary.Predicate(format: "mediaType IN {1, 2}")
        #expect(try read(NSPredicate(format: "mediaType IN %@", [1, 2])) == list)
        #expect(try read(NSPredicate(format: "mediaType IN %@", [1, 2] as any CVarArg)) == list)
        #expect(try read(NSPredicate(format: "mediaType IN %@", [1, 2] as NSArray)) == list)
        #expect(try read(NSPredicate(format: "mediaType IN %@", [NSNumber(1), NSNumber(2)])) == list)
        #expect(try read(NSPredicate(format: "mediaType IN %@", NSArray(array: [1, 2]) as any CVarArg)) == list)
        #expect(
            try read(NSPredicate(format: "%K == %d AND b == %@", "a", 4, NSNumber(value: true)))
                == PhotoLibrary.Predicate(format: "a == 4 AND b == YES"))
    }

    @Test func `compounds and constants are parsed`() throws {
        let a = NSPredicate(format: "a == 1")
        let b = NSPredicate(format: "b == 2")
        let compound = NSCompoundPredicate(orPredicateWithSubpredicates: [
            NSCompoundPredicate(andPredicateWithSubpredicates: [a, b, NSPredicate(value: true)]),
            NSCompoundPredicate(notPredicateWithSubpredicate: NSPredicate(value: false)),
        ])
        #expect(
            try read(compound)
                == PhotoLibrary.Predicate(format: "(a == 1 AND b == 2 AND TRUEPREDICATE) OR NOT FALSEPREDICATE"))
        #expect(try read(NSCompoundPredicate(andPredicateWithSubpredicates: [])) == .and([]))
        let copy = try #require(a.copy() as? NSPredicate)
        #expect(try read(copy) == PhotoLibrary.Predicate(format: "a == 1"))
    }

    @Test func `a block and an endlessly nested compound are refused`() throws {
        let block = NSPredicate { _, _ in true }
        #expect(throws: PhotoLibrary.PredicateError.self) { try read(block) }
        var deep = NSPredicate(format: "a == 1")
        for _ in 0..<5_000 { deep = NSCompoundPredicate(notPredicateWithSubpredicate: deep) }
        let error = try #require(throws: PhotoLibrary.PredicateError.self) { try read(deep) }
        #expect(error.code == .tooLarge)
    }

    @Test func `an invalid format stops the program with a message`() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = NSPredicate(format: "mediaType = = %d", 1)
            })
        let output = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(output.contains("Unable to parse the format string"))
    }

    @Test func `evaluating an object stops the program with a message`() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = NSPredicate(format: "mediaType = %d", 1).evaluate(with: NSString("x"))
            })
        let output = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(output.contains("selects library objects in a fetch"))
    }

    // MARK: Sort descriptors

    private final class Thing: NSObject {
        var date: Date?
        var isFavorite = false
        var count = 0
    }

    @Test func `sort descriptors have a key and a direction`() throws {
        let byKey = try NSSortDescriptor(key: "creationDate", ascending: false).sortKey()
        #expect(byKey == ("creationDate", false))
        let names: [AnyKeyPath: String] = [\Thing.date: "creationDate", \Thing.isFavorite: "isFavorite"]
        let byDate = try NSSortDescriptor(keyPath: \Thing.date, ascending: true).sortKey(keyPathNames: names)
        #expect(byDate == ("creationDate", true))
        let byFlag = try NSSortDescriptor(keyPath: \Thing.isFavorite, ascending: false).sortKey(keyPathNames: names)
        #expect(byFlag == ("isFavorite", false))
        #expect(throws: PhotoLibrary.PredicateError.self) {
            try NSSortDescriptor(keyPath: \Thing.count, ascending: true).sortKey(keyPathNames: names)
        }
    }

    @Test func `a descriptor by key path also compares objects`() {
        let early = Thing()
        let late = Thing()
        late.date = Date()
        late.isFavorite = true
        let byDate = NSSortDescriptor(keyPath: \Thing.date, ascending: true)
        #expect(byDate.compare(early, to: late) == .orderedAscending)
        #expect(byDate.compare(late, to: early) == .orderedDescending)
        #expect(byDate.compare(early, to: early) == .orderedSame)
        let byFlag = NSSortDescriptor(keyPath: \Thing.isFavorite, ascending: false)
        #expect(byFlag.compare(early, to: late) == .orderedDescending)
    }

    // MARK: What Foundation on Linux lacks

    @Test func `arrays and sets enumerate`() {
        let lists: [any NSFastEnumeration] = [["a"] as any NSFastEnumeration, ["a"] as NSArray, NSSet(array: ["a"])]
        for list in lists {
            #expect(list.enumeratedObjects.compactMap { $0 as? String } == ["a"])
        }
    }

    @Test func `an autorelease pool returns results and rethrows errors`() throws {
        #expect(autoreleasepool { 5 } == 5)
        #expect(throws: CancellationError.self) { try autoreleasepool { throw CancellationError() } }
        #expect(kCFBundleNameKey as String == "CFBundleName")
    }

    @Test func `dates and arrays can be formatted`() {
        let date = Date(timeIntervalSinceReferenceDate: 0)
        #expect(String(format: "%@", date as any CVarArg) == date.description)
        #expect(String(format: "%@", date as NSDate as any CVarArg) == date.description)
        #expect(String(format: "%@ %d", [1, 2] as any CVarArg, 3) == "[1, 2] 3")
        #expect(String(format: "%@", NSArray(array: [1]) as any CVarArg) == "[1]")
    }
}
