import AlbumenTestSupport
import Foundation
import Photos
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Questions at a real terminal, of a real process.
@Suite(.blocking) struct TerminalQuestionTests {
    private func status(_ fixture: QuestionFixture, _ level: AccessLevel = .readWrite) throws -> AuthorizationStatus? {
        try fixture.library.grantedStatus(client: "app", accessLevel: level)
    }

    @Test(
        "a terminal has three answers for reading and two for adding (§1.1.1, §1.2.4)",
        arguments: [
            ("read", "a\n", "authorized"), ("read", "All\n", "authorized"), ("read", "n\n", "denied"),
            ("read", "\n", "denied"), ("add", "y\n", "authorized"), ("add", "\n", "denied"), ("add", "x\n", "denied"),
        ])
    func answers(command: String, input: String, expected: String) async throws {
        let fixture = try QuestionFixture(hasServer: false)
        let question = command == "read" ? "see your photos" : "add photos"
        let run = try TerminalRun(
            command, library: fixture.temporary.folder, answers: [("“app” would like to \(question)", input)])
        let text = try await run.text()
        #expect(text.contains("\(question): no reason given."))
        #expect(text.hasSuffix("\(expected)\r\n"), "\(text)")
        #expect(try status(fixture, command == "read" ? .readWrite : .addOnly) == AuthorizationStatus(named: expected))
        #expect(try fixture.library.openQuestions().isEmpty)
    }

    @Test func `an unclear answer is asked again, and text that controls the terminal is left out`() async throws {
        let fixture = try QuestionFixture(hasServer: false)
        let run = try TerminalRun(
            "read", library: fixture.temporary.folder, environment: ["ALBUMEN_USAGE": "to \u{1B}[2J show\nthem"],
            answers: [("none [N]?", "y\n"), ("none [N]?", "perhaps\n"), ("none [N]?", "a\n")])
        let text = try await run.text()
        #expect(text.contains("see your photos: to  [2J show them. Allow"))
        #expect(text.hasSuffix("authorized\r\n"))
        #expect(text.ranges(of: "would like to").count == 3)
    }

    @Test func `the page's answer ends the question at the terminal`() async throws {
        let fixture = try QuestionFixture()
        let run = try TerminalRun("read", library: fixture.temporary.folder)
        #expect(try await run.waits(for: "none [N]?"))
        let question = try #require(try await fixture.question())
        #expect(question.program == TerminalRun.executable.path)
        #expect(try fixture.answer(question, .all))
        let text = try await run.text()
        #expect(text.contains("This was answered elsewhere."))
        #expect(text.hasSuffix("authorized\r\n"))
    }

    @Test func `the end of the input is no answer`() async throws {
        let fixture = try QuestionFixture(hasServer: false)
        let run = try TerminalRun("read", library: fixture.temporary.folder, answers: [("none [N]?", "\u{4}")])
        let text = try await run.text()
        #expect(text.contains("Nobody could be asked"))
        #expect(text.hasSuffix("denied\r\n"))
        #expect(try status(fixture) == nil)
        #expect(try fixture.library.openQuestions().isEmpty)
    }

    @Test func `“selected photos” names the page, and Return goes on without a selection`() async throws {
        let fixture = try QuestionFixture()
        let address = try #require(fixture.server?.address)
        let run = try TerminalRun(
            "read", library: fixture.temporary.folder, answers: [("none [N]?", "s\n"), ("at \(address), or", "\n")])
        #expect(try await run.text().hasSuffix("limited\r\n"))
        #expect(try status(fixture) == .limited)
        #expect(try fixture.library.openQuestions().isEmpty)
    }

    @Test func `a limited app at a terminal keeps its selection or selects more (§1.3.6)`() async throws {
        let fixture = try QuestionFixture()
        let assets = try fixture.addPhotos(2)
        try fixture.library.setGrantedStatus(.limited, client: "app", accessLevel: .readWrite)
        try fixture.library.choose([assets[0]], forClient: "app", author: "test")
        let run = try TerminalRun(
            "fetch", library: fixture.temporary.folder,
            answers: [("“app” sees only 1 photo or video that you selected.", "s\n")])
        #expect(try await run.waits(for: "fetched 1"))
        let question = try #require(try await fixture.question { $0.presents })
        #expect(question.kind == .selection)
        run.hangUp()
        // The program's end is noticed without another question, answer or change.
        #expect(try await fixture.isCleared())
    }

    @Test func `a deletion is allowed at the terminal`() async throws {
        let fixture = try QuestionFixture(hasServer: false)
        _ = try fixture.addPhotos(1)
        try fixture.library.setGrantedStatus(.authorized, client: "app", accessLevel: .readWrite)
        for (input, expected) in [("n\n", "error 3072"), ("y\n", "deleted")] {
            let run = try TerminalRun(
                "delete", library: fixture.temporary.folder, answers: [("would like to delete 1 photo or video", input)]
            )
            #expect(try await run.text().hasSuffix("\(expected)\r\n"))
        }
        #expect(try fixture.library.owner.assetIdentifiers(AssetFetch()).isEmpty)
    }

    // MARK: Killed programs

    @Test(arguments: ["read", "add", "delete", "select", "fetch"])
    func `a killed program leaves no question`(command: String) async throws {
        let fixture = try QuestionFixture()
        _ = try fixture.addPhotos(1)
        if command != "read", command != "add" {
            let status: AuthorizationStatus = command == "delete" ? .authorized : .limited
            try fixture.library.setGrantedStatus(status, client: "app", accessLevel: .readWrite)
        }
        let program = try ProgramRun(
            TerminalRun.executable, [command], environment: TerminalRun.environment(fixture.temporary.folder))
        let question = try #require(try await fixture.question())
        #expect(question.process == program.processIdentifier)
        program.kill(SIGKILL)
        #expect(try await fixture.isCleared())
        #expect(try fixture.answer(question, .none) == false)
        #expect(try status(fixture) != .denied)
        _ = try await onOwnThread { try program.wait() }
    }
}

extension AuthorizationStatus {
    fileprivate init?(named name: String) {
        guard let found = Self.names.first(where: { $0.value == name }) else { return nil }
        self = found.key
    }
}
