import AlbumenTestSupport
import Catalog
import Foundation
import GRDB
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Clients' tokens in a library that was moved or copied.
@Suite(.blocking) struct TokenPlaceTests {
    private let folder: TemporaryFolder
    private let place: URL
    private let token: String

    init() throws {
        folder = try TemporaryFolder()
        place = folder.file("library")
        token = try Self.using(place) { (library) throws in
            try library.setAccess(.full, ofClient: "app", author: "test")
            return try library.makeToken(forClient: "app", users: [1001])
        }
    }

    private static func using<Value>(_ place: URL, _ body: (Library) throws -> Value) throws -> Value {
        let library = try Library(at: place)
        let result = Result { try body(library) }
        try library.close()
        return try result.get()
    }

    private func works(in library: Library) throws -> Bool {
        try library.credential(ofToken: token).map(library.isPlace(of:)) ?? false
    }

    private func copy(to target: URL) throws {
        let outcome = try ProgramRun.run(
            URL(filePath: "/bin/cp"), ["-a", place.path(percentEncoded: false), target.path(percentEncoded: false)])
        try #require(outcome.exitStatus == 0, "\(outcome.error)")
    }

    @Test func `tokens work after the folder was renamed, also at its next place`() throws {
        let isEffective = try Self.using(place, works)
        #expect(isEffective)
        let moved = folder.file("moved")
        try FileManager.default.moveItem(at: place, to: moved)
        try Self.using(moved) { (library) throws in
            #expect(try works(in: library))
            let before = try library.catalog.read { try $0.tokenPlace() }
            #expect(try library.noteTokenPlace() == [])
            let after = try library.catalog.read { try $0.tokenPlace() }
            #expect(after == library.tokenPlace && after?.atPath != before?.atPath)
            // A restart of the machine can give the volume another number.
            let restarted = TokenPlace(inVolume: Data(repeating: 9, count: 32), atPath: try #require(after?.atPath))
            try library.catalog.write(author: "test") { try $0.setTokenPlace(restarted) }
            #expect(try works(in: library))
        }
    }

    @Test func `tokens don't work in a copy, and a new one there ends them`() throws {
        let copied = folder.file("copy")
        try copy(to: copied)
        try Self.using(copied) { (library) throws in
            #expect(try works(in: library) == false)
            #expect(try library.noteTokenPlace() == ["app"])
            #expect(try works(in: library) == false)
            let access = try #require(try library.clientAccess().first)
            #expect(access.tokenDate == nil && access.hasTokenOfOtherPlace)
            let new = try library.makeToken(forClient: "other")
            #expect(try library.credential(ofToken: token) == nil)
            let credential = try #require(try library.credential(ofToken: new))
            #expect(library.isPlace(of: credential))
            #expect(try library.noteTokenPlace() == [])
            let others = try library.clientAccess().filter(\.hasTokenOfOtherPlace)
            #expect(others.isEmpty)
        }
        try Self.using(place) { (library) throws in
            #expect(try works(in: library))
            #expect(try library.clientAccess().first?.tokenUsers == [1001])
        }
    }

    @Test func `tokens don't work in a backup that was restored to the library's path`() throws {
        let backup = folder.file("backup")
        try copy(to: backup)
        try FileManager.default.removeItem(at: place)
        let restored = try ProgramRun.run(
            URL(filePath: "/bin/cp"), ["-a", backup.path(percentEncoded: false), place.path(percentEncoded: false)])
        try #require(restored.exitStatus == 0)
        let isEffective = try Self.using(place, works)
        #expect(!isEffective)
    }

    @Test func `tokens of a version that noted no place have no effect`() throws {
        let file = try DatabaseQueue(path: place.appending(path: "catalog.sqlite").path)
        try file.write { try $0.execute(sql: "DELETE FROM secret WHERE name LIKE 'tokenPlace %'") }
        try file.close()
        try Self.using(place) { (library) throws in
            #expect(try works(in: library) == false)
            #expect(try library.noteTokenPlace() == ["app"])
        }
    }
}
