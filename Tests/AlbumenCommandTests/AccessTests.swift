import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// `albumen access`: the answers to programs that use Photos (§1.1, §1.2).
@Suite(.blocking) struct AccessTests {
    private func answers(_ shelf: CommandHarness, _ client: String) throws -> (readWrite: Int?, addOnly: Int?) {
        let library = try Library(at: shelf.library)
        defer { #expect(throws: Never.self) { try library.close() } }
        return (
            try library.grantedStatus(client: client, accessLevel: .readWrite)?.rawValue,
            try library.grantedStatus(client: client, accessLevel: .addOnly)?.rawValue
        )
    }

    @Test(
        arguments: [
            ("full", 3, nil, "authorized", "authorized"), ("limited", 4, nil, "limited", "authorized"),
            ("add-only", 2, 3, "denied", "authorized"), ("none", 2, 2, "denied", "denied"),
            ("ask", nil, nil, "notDetermined", "notDetermined"),
        ] as [(String, Int?, Int?, String, String)])
    func `a new answer replaces both levels`(
        _ level: String, _ readWrite: Int?, _ addOnly: Int?, _ reading: String, _ adding: String
    ) throws {
        let shelf = try ListTests.makeShelf()
        for earlier in ["none", "full", "add-only"] {
            try AlbumsTests.succeed(shelf, "access", "set", "slide show", earlier)
            let outcome = try shelf.run("access", "set", "slide show", level, "--json")
            #expect(outcome.exitStatus == 0, "\(outcome.error)")
            let stored = try answers(shelf, "slide show")
            #expect(stored == (readWrite, addOnly))
            let object = try #require(try outcome.objects().first)
            #expect(
                Set(object.keys) == [
                    "addOnly", "chosenAssets", "client", "date", "hasToken", "lastUsed", "readWrite", "tokenUsers",
                ])
            #expect(object["client"] == "slide show")
            #expect(object["readWrite"] == .text(reading))
            #expect(object["addOnly"] == .text(adding))
            let listed = try shelf.run("access", "list", "--json").objects()
            #expect(listed == (level == "ask" ? [] : [object]))
        }
    }

    @Test func `the chosen photos stay chosen and are counted`() throws {
        let shelf = try ListTests.makeShelf()
        let library = try Library(at: shelf.library)
        try library.catalog.write(author: "test") { try $0.grant(asset: 1, to: "app") }
        try library.close()
        for level in ["limited", "none", "ask", "limited"] {
            try AlbumsTests.succeed(shelf, "access", "set", "app", level)
        }
        let outcome = try shelf.run("access", "list")
        #expect(outcome.output.hasPrefix("app  sees 1 chosen photo  may add photos  since 20"))
    }

    @Test func `the list is sorted by name and escapes terminal control characters`() throws {
        let shelf = try ListTests.makeShelf()
        #expect(try shelf.run("access", "list").error.hasPrefix("No program has asked for access yet."))
        try AlbumsTests.succeed(shelf, "access", "set", "zoo\u{1B}[2J", "none")
        try AlbumsTests.succeed(shelf, "access", "set", "app", "full")
        let lines = try shelf.run("access", "list").outputLines
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("app           sees all photos  may add photos  since 20") == true)
        #expect(lines.last?.hasPrefix("zoo\\u{1b}[2J  sees no photos  may not add photos  since 20") == true)
    }

    @Test func `an answer can be set before a program asks, and the command says so`() throws {
        let shelf = try ListTests.makeShelf()
        let first = try shelf.run("access", "set", "app", "full")
        #expect(
            (first.exitStatus, first.output) == (
                0, "“app” may now see, change and add photos. A program of that name hasn't asked yet.\n"
            ))
        let second = try shelf.run("access", "set", "app", "add-only")
        #expect(second.output == "“app” may now add photos and see none.\n")
    }
}
