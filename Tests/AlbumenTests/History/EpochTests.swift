import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// After a restoration, another machine gives the numbers of lost changes to new ones. No token of a lost change is
/// taken for one of those (§7.5.3).
@Suite struct EpochTests {
    private static let uuid = "421C93B7-E05A-41FF-9983-02C1B8B41902"

    @Test func aTokenOfAnEpochIsParsedFromItsText() {
        let token = ChangeToken(libraryIdentifier: Self.uuid, number: 17, epoch: 3)
        #expect(token.description == "\(Self.uuid)-3.17")
        #expect(ChangeToken(token.description) == token)
        #expect(token.at(18) == ChangeToken(libraryIdentifier: Self.uuid, number: 18, epoch: 3))
    }

    @Test(arguments: ["-0.17", "-3.", "-.17", "-3.017", "-03.17", "-3.1.7", "-65536.1", "--1.1", "-3.-1", "-3,1"])
    func otherTextsAreNoTokensOfAnEpoch(suffix: String) {
        #expect(ChangeToken(Self.uuid + suffix) == nil)
    }

    @Test func tokensOfSharedStatesStayValidAndThoseOfLostChangesExpire() throws {
        let temporary = try TemporaryLibrary()
        let library = temporary.library
        try temporary.add([.image("a.jpg")])
        let kept = try library.owner.currentToken()
        // The token of a change that only the lost machine had.
        let lost = kept.at(kept.number + 1)
        try library.catalog.maintain { try $0.begin(epoch: 2) }
        try library.catalog.maintain { try $0.begin(epoch: 2) }
        try temporary.add([.image("b.jpg")])
        #expect(try library.owner.changes(since: kept).entries.count == 1)
        expectExpired(lost, in: library)
        let present = try library.owner.currentToken()
        #expect((present.epoch, present.number) == (2, kept.number + 1))
        #expect(try library.owner.changes(since: kept).end == present)
        #expect(try library.owner.changes(since: present).entries.isEmpty)
        expectExpired(ChangeToken(libraryIdentifier: present.libraryIdentifier, number: 0, epoch: 3), in: library)
        expectExpired(present.at(-1), in: library)
    }

    @Test func aLaterEpochExpiresTokensOfAllFormerOnes() throws {
        let temporary = try TemporaryLibrary()
        let library = temporary.library
        var tokens: [ChangeToken] = []
        for epoch in Int64(1)...3 {
            try library.catalog.maintain { try $0.begin(epoch: epoch) }
            try temporary.add([.image("\(epoch).jpg")])
            tokens.append(try library.owner.currentToken())
        }
        for token in tokens {
            #expect(throws: Never.self) { try library.owner.validate(token) }
            guard token.epoch < 3 else { continue }
            expectExpired(token.at(token.number + 1), in: library)
        }
    }

    @Test func aClientWithLimitedAccessGetsEncryptedEpochs() throws {
        let temporary = try TemporaryLibrary()
        let library = temporary.library
        try temporary.add([.image("a.jpg")])
        let view = library.view(.limited(client: "app"))
        let before = try view.changeTokens(for: "app").sealed(view.currentToken())
        let name = try view.versionNames().name(1)
        try library.catalog.maintain { try $0.begin(epoch: 7) }
        let tokens = try view.changeTokens(for: "app")
        let after = try tokens.sealed(view.currentToken())
        #expect(before != after)
        #expect(try tokens.opened(before).epoch == 0)
        #expect(try tokens.opened(after).epoch == 7)
        // The name of a version in an address is only that of its epoch.
        let names = try view.versionNames()
        #expect(try names.name(1) != name)
        #expect(try names.number(name) == nil)
        #expect(try names.number(names.name(1)) == 1)
        #expect(try names.token(names.text(view.currentToken())) == view.currentToken())
        let owner = try library.owner.versionNames()
        #expect(try owner.name(1) == "7.1")
        #expect(try owner.number("1") == nil)
        #expect(try owner.number("7.1") == 1)
    }

    private func expectExpired(_ token: ChangeToken, in library: Library) {
        let error = #expect(throws: LibraryError.self) { try library.owner.changes(since: token) }
        #expect(error?.code == .changeTokenExpired)
    }
}
