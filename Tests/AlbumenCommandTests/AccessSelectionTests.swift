import AlbumenTestSupport
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// `albumen access choose`, `deselect` and `token`, on the shelf of `ListTests`: assets 1 to 3 are shown, 4 is hidden, 5
/// is deleted (§10.10).
@Suite(.blocking) struct AccessSelectionTests {
    private func chosen(_ shelf: CommandHarness, _ client: String) throws -> [Int64] {
        let library = try Library(at: shelf.library)
        defer { #expect(throws: Never.self) { try library.close() } }
        return try library.chosenAssets(ofClient: client)
    }

    private func version(_ shelf: CommandHarness) throws -> Int64 {
        let library = try Library(at: shelf.library)
        defer { #expect(throws: Never.self) { try library.close() } }
        return try library.owner.version()
    }

    @Test func `photos are chosen and deselected in one change each`() throws {
        let shelf = try ListTests.makeShelf()
        try AlbumsTests.succeed(shelf, "access", "set", "app", "limited")
        let version = try version(shelf)
        let first = try shelf.run("access", "choose", "app", "00000001", "00000003", "00000001")
        #expect(first.output == "Chose 2 photos for “app”. 2 photos are chosen for it now.\n")
        #expect(try self.version(shelf) == version + 1)
        let second = try shelf.run(["access", "choose", "app", "-", "--json"], input: "00000002\n\n00000003\n")
        #expect(try second.objects() == [["assets": 1, "chosenAssets": 3, "client": "app"]])
        #expect(try chosen(shelf, "app") == [1, 2, 3])
        let third = try shelf.run("access", "deselect", "app", "00000001", "00000004")
        #expect(third.output == "Deselected 1 photo of “app”; 1 was so already. 2 photos are chosen for it now.\n")
        #expect(try chosen(shelf, "app") == [2, 3])
        #expect(try self.version(shelf) == version + 3)
        #expect(try chosen(shelf, "other").isEmpty)
    }

    @Test func `a wrong identifier is reported, and the others count`() throws {
        let shelf = try ListTests.makeShelf()
        try AlbumsTests.succeed(shelf, "access", "set", "app", "limited")
        let outcome = try shelf.run("access", "choose", "app", "99999999", "00000002", "Lisbon")
        #expect(outcome.exitStatus == 3)
        #expect(outcome.output == "Chose 1 photo for “app”. 1 photo is chosen for it now.\n")
        #expect(outcome.error.contains("failed: 99999999: There is no photo or video 99999999 in the library."))
        #expect(outcome.error.contains("failed: Lisbon: “Lisbon” isn't an identifier."))
        #expect(outcome.error.contains("2 identifiers named no photo, for the reasons above."))
        #expect(try chosen(shelf, "app") == [2])
        let json = try shelf.run("access", "deselect", "app", "00000002", "99999999", "--json")
        #expect(json.exitStatus == 3)
        let objects = try json.objects()
        #expect(objects.count == 2)
        #expect(objects[0]["event"] == "failed")
        #expect(objects[0]["identifier"] == "99999999")
        #expect(objects[1] == ["assets": 1, "chosenAssets": 0, "client": "app"])
    }

    @Test func `without limited access, the command says how to give it`() throws {
        let shelf = try ListTests.makeShelf()
        let outcome = try shelf.run("access", "choose", "slide show", "00000001")
        #expect(
            outcome.output
                == "Chose 1 photo for “slide show”. 1 photo is chosen for it now. They have no effect until its access is "
                + "limited: albumen access set 'slide show' limited\n")
        let list = try shelf.run("access", "list").output
        #expect(list.contains("1 photo chosen"))
        #expect(try shelf.run("access", "choose", " ", "00000001").exitStatus == 2)
    }

    @Test func `a token is printed once, replaced, and ended by none`() throws {
        let shelf = try ListTests.makeShelf()
        let first = try shelf.run("access", "token", "app")
        #expect(first.exitStatus == 0)
        #expect(first.output.wholeMatch(of: /[0-9A-Za-z_-]{43}\n/) != nil)
        #expect(first.error.contains("“app” sees no photos, so its token has no effect yet."))
        try AlbumsTests.succeed(shelf, "access", "set", "app", "full")
        let second = try shelf.run("access", "token", "app", "--json")
        let object = try #require(try second.objects().first)
        #expect(Set(object.keys) == ["client", "token"])
        #expect(second.error == "")
        let token = try #require(object["token"]?.text)
        let library = try Library(at: shelf.library)
        #expect(try library.credential(ofToken: first.output.dropLast()) == nil)
        #expect(try library.credential(ofToken: token)?.access == .full)
        try library.close()
        let list = try shelf.run("access", "list", "--json").objects()
        #expect(list.first?["hasToken"] == true)
        #expect(list.first?["lastUsed"] == .null)
        #expect(list.first?["tokenUsers"] == .list([]))
        #expect(try shelf.run("access", "list").output.contains("has a token"))
        try AlbumsTests.succeed(shelf, "access", "token", "app", "--user", "nobody", "--user", "54321")
        let shared = try shelf.run("access", "list")
        #expect(shared.output.contains("has a token, also for 54321, nobody"))
        #expect(
            try shelf.run("access", "list", "--json").objects().first?["tokenUsers"]
                == .list([.text("54321"), .text("nobody")]))
        let unknown = try shelf.run("access", "token", "app", "--user", "no such user")
        #expect(unknown.exitStatus == 2 && unknown.error.contains("This machine has no user “no such user”."))
        #expect(try shelf.run("access", "list").output == shared.output)
        try AlbumsTests.succeed(shelf, "access", "set", "app", "none")
        #expect(try shelf.run("access", "list", "--json").objects().first?["hasToken"] == false)
    }
}
