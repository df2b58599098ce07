import AlbumenTestSupport
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// The question about the selection at the first fetch of an app with limited access (§1.3.6).
@Suite struct LimitedAlertTests {
    private func fixture(hasServer: Bool = true) throws -> (QuestionFixture, assets: [Int64]) {
        let fixture = try QuestionFixture(hasServer: hasServer)
        let assets = try fixture.addPhotos(3)
        try fixture.library.setGrantedStatus(.limited, client: "app", accessLevel: .readWrite)
        try fixture.library.choose([assets[0]], forClient: "app", author: "test")
        return (fixture, assets)
    }

    private func fetchCount(_ session: PhotoLibrarySession) -> Int {
        PhotoLibrarySession.$current.withValue(session) { PHAsset.fetchAssets(with: nil).count }
    }

    @Test func `the first fetch asks once, without waiting, and the page can extend the selection`() async throws {
        let (fixture, assets) = try fixture()
        let session = fixture.session(ScriptedPrompt(canAsk: false))
        // The question can't be answered before this returns.
        #expect(fetchCount(session) == 1)
        let question = try #require(try await fixture.question())
        #expect(question.kind == .selection && !question.presents, "No browser opens unasked.")
        #expect(fetchCount(session) == 1)
        #expect(try fixture.library.openQuestions().map(\.id) == [question.id])
        try fixture.library.choose([assets[2]], forClient: "app", author: "page")
        #expect(try fixture.answer(question, .selection(added: [assets[2]])))
        #expect(fetchCount(session) == 2)
        #expect(try await fixture.isCleared())
        #expect(fetchCount(session) == 2)
        #expect(try fixture.library.openQuestions().isEmpty)
        // Another process of the app asks again.
        #expect(fetchCount(fixture.session(ScriptedPrompt(canAsk: false))) == 2)
        #expect(try fixture.answer(try await fixture.question(), .none))
    }

    @Test func `the terminal keeps the selection, or opens the picker`() async throws {
        let (fixture, assets) = try fixture()
        let keeping = ScriptedPrompt(wantsSelection: false)
        PhotoLibrarySession.$current.withValue(fixture.session(keeping)) {
            PhotoLibrarySession.current.askAboutSelection()
        }
        #expect(keeping.events.calls == [.selection(chosen: 1)])
        #expect(try fixture.library.openQuestions().isEmpty)

        let choosing = ScriptedPrompt(wantsSelection: true)
        let session = fixture.session(choosing)
        #expect(fetchCount(session) == 1)
        let question = try #require(try await fixture.question { $0.presents })
        try fixture.library.choose([assets[1]], forClient: "app", author: "page")
        #expect(try fixture.answer(question, .selection(added: [assets[1]])))
        #expect(try await onOwnThread { choosing.isCancelled.wait() })
        #expect(
            choosing.events.calls
                == [.selection(chosen: 1), .address(fixture.server?.address ?? ""), .cancelled])
        #expect(fetchCount(session) == 2)
    }

    @Test func `nothing is asked, and no server starts, if there is neither a terminal nor a server`() throws {
        let (fixture, _) = try fixture(hasServer: false)
        let session = fixture.session(ScriptedPrompt(canAsk: false), environment: ["DISPLAY": ":0"])
        session.askAboutSelection()
        #expect(try fixture.library.openQuestions().isEmpty)
    }

    @Test(arguments: ["setting", "property list", "fixed access", "full access"])
    func `the question can be prevented`(reason: String) throws {
        let (fixture, _) = try fixture()
        let folder = try TemporaryFolder()
        try folder.write(Data(PropertyListSample.text.utf8), to: "Info.plist")
        let prompt = ScriptedPrompt(wantsSelection: false)
        var environment: [String: String] = [:]
        var properties = ProgramProperties.none
        switch reason {
        case "setting": environment["ALBUMEN_LIMITED_ALERT"] = "never"
        case "property list": properties = ProgramProperties(ofProgramAt: folder.url.appending(path: "program"))
        case "fixed access": environment["ALBUMEN_ACCESS"] = "limited"
        default: try fixture.library.setGrantedStatus(.authorized, client: "app", accessLevel: .readWrite)
        }
        let session = fixture.session(prompt, environment: environment, properties: properties)
        _ = fetchCount(session)
        // The decision is made in the fetch, so a later fetch can't ask either.
        #expect(session.answers.hasAskedAboutSelection == (reason != "full access"))
        #expect(prompt.events.calls.isEmpty)
        #expect(try fixture.library.openQuestions().isEmpty)
    }
}
