import AlbumenTestSupport
import Foundation
import Photos
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Requests for access, answered in the gallery's page or at the terminal (§1.1, §1.2).
@Suite struct AccessQuestionTests {
    private func request(
        _ level: PHAccessLevel, _ session: PhotoLibrarySession
    ) -> Task<PHAuthorizationStatus, Never> {
        PhotoLibrarySession.$current.withValue(session) {
            Task { await PHPhotoLibrary.requestAuthorization(for: level) }
        }
    }

    @Test(
        "without a terminal, the page answers (§1.1.8)",
        arguments: [
            (PHAccessLevel.readWrite, QuestionAnswer.all, PHAuthorizationStatus.authorized),
            (.readWrite, .none, .denied), (.readWrite, .selection(added: []), .limited), (.addOnly, .all, .authorized),
            (.addOnly, .none, .denied),
        ])
    func page(level: PHAccessLevel, answer: QuestionAnswer, expected: PHAuthorizationStatus) async throws {
        let fixture = try QuestionFixture()
        let prompt = ScriptedPrompt(canAsk: false)
        let session = fixture.session(prompt)
        let status = request(level, session)
        let question = try #require(try await fixture.question())
        #expect(question.kind == .access(AccessLevel(rawValue: level.rawValue)))
        #expect(question.client == "app" && question.presents)
        #expect(try fixture.answer(question, answer))
        #expect(await status.value == expected)
        #expect(try await fixture.isCleared())
        #expect(prompt.events.calls.isEmpty)
        // The answer is stored, so another process doesn't ask.
        #expect(await request(level, fixture.session(prompt)).value == expected)
        #expect(try fixture.library.openQuestions().isEmpty)
    }

    @Test func `the page's answer ends the question at the terminal`() async throws {
        let fixture = try QuestionFixture()
        let prompt = ScriptedPrompt(waits: true)
        let status = request(.readWrite, fixture.session(prompt))
        let question = try #require(try await fixture.question())
        #expect(!question.presents, "The user sees the terminal, so no browser opens.")
        #expect(try fixture.answer(question, .all))
        #expect(await status.value == .authorized)
        #expect(prompt.events.calls == [.access(.readWrite, reason: nil), .cancelled])
    }

    @Test(arguments: [true, false])
    func `an answer at the terminal ends the question in the page`(hasServer: Bool) async throws {
        let fixture = try QuestionFixture(hasServer: hasServer)
        let prompt = ScriptedPrompt(access: .all)
        #expect(await request(.readWrite, fixture.session(prompt)).value == .authorized)
        #expect(try fixture.library.openQuestions().isEmpty)
        #expect(try fixture.library.grantedStatus(client: "app", accessLevel: .readWrite) == .authorized)
    }

    @Test func `a terminal whose input ends leaves the question to the page`() async throws {
        let fixture = try QuestionFixture()
        let status = request(.readWrite, fixture.session(ScriptedPrompt(access: nil)))
        #expect(try fixture.answer(try await fixture.question(), .all))
        #expect(await status.value == .authorized)
    }

    @Test func `a second thread waits for the same question`() async throws {
        let fixture = try QuestionFixture()
        let session = fixture.session(ScriptedPrompt(canAsk: false))
        let requests = (0..<4).map { _ in request(.readWrite, session) }
        let question = try #require(try await fixture.question())
        #expect(try fixture.library.openQuestions().count == 1)
        #expect(try fixture.answer(question, .none))
        for request in requests { #expect(await request.value == .denied) }
        #expect(try fixture.library.openQuestions().isEmpty)
    }

    @Test func `two processes of one app ask once between them`() async throws {
        let fixture = try QuestionFixture()
        let requests = (0..<2).map { _ in request(.readWrite, fixture.session(ScriptedPrompt(canAsk: false))) }
        let desk = fixture.desk
        let questions = try #require(try await onOwnThread { desk.wait { $0.count == 2 } })
        #expect(try fixture.answer(questions[1], .all))
        for request in requests { #expect(await request.value == .authorized) }
        #expect(try await fixture.isCleared())
    }

    @Test func `a fetch shows the question, and an answer notifies observers (§1.1.2, §1.1.3)`() async throws {
        let fixture = try QuestionFixture()
        _ = try fixture.addPhotos(2)
        let listener = ChangeListener()
        try await PhotoLibrarySession.$current.withValue(fixture.session(ScriptedPrompt(canAsk: false))) {
            PHPhotoLibrary.shared().register(listener)
            #expect(PHAsset.fetchAssets(with: nil).count == 0)
            let isAnswered = try fixture.answer(try await fixture.question(), .all)
            let isTold = try await onOwnThread { listener.next() != nil }
            #expect(isAnswered && isTold)
            #expect(PHAsset.fetchAssets(with: nil).count == 2)
        }
    }

    // MARK: Nobody to ask

    @Test func `without a terminal, a server and a screen the answer is no, and isn't stored`() async throws {
        let fixture = try QuestionFixture(hasServer: false)
        let session = fixture.session(ScriptedPrompt(canAsk: false))
        #expect(await request(.readWrite, session).value == .denied)
        #expect(try fixture.library.grantedStatus(client: "app", accessLevel: .readWrite) == nil)
        #expect(try fixture.library.openQuestions().isEmpty)
    }

    @Test func `the file of a server that has ended is no server`() async throws {
        let fixture = try QuestionFixture()
        fixture.server?.end()
        #expect(try ServerLocation(of: fixture.temporary.folder).running() == nil)
        #expect(await request(.readWrite, fixture.session(ScriptedPrompt(canAsk: false))).value == .denied)
    }

    /// A program that can't serve stands for one that isn't there.
    @Test(arguments: [(true, true), (false, true), (true, false)])
    func `a server starts for the question only if there is a screen and no terminal`(
        canAsk: Bool, hasScreen: Bool
    ) async throws {
        let fixture = try QuestionFixture(hasServer: false)
        let folder = try TemporaryFolder()
        let command = try folder.write(Data("#!/bin/sh\necho \"$@\" > \(folder.path)/started\n".utf8), to: "albumen")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: command.path)
        let session = fixture.session(
            ScriptedPrompt(canAsk: canAsk, access: .all),
            environment: ["ALBUMEN_COMMAND": command.path, "DISPLAY": hasScreen ? ":0" : ""])
        #expect(await request(.readWrite, session).value == (canAsk ? .authorized : .denied))
        let started = folder.url.appending(path: "started")
        #expect(FileManager.default.fileExists(atPath: started.path) == (hasScreen && !canAsk))
    }

    // MARK: The reason

    @Test(arguments: [
        (PHAccessLevel.readWrite, true, "plist read"), (.addOnly, true, "plist add"),
        (.readWrite, false, "environment"),
        (.addOnly, false, "environment"),
    ])
    func `the reason is the program's, else that of the environment`(
        level: PHAccessLevel, hasProperties: Bool, reason: String
    ) async throws {
        let folder = try TemporaryFolder()
        try folder.write(Data(PropertyListSample.text.utf8), to: "Info.plist")
        let program = folder.url.appending(path: "program")
        let fixture = try QuestionFixture()
        let prompt = ScriptedPrompt(waits: true)
        let session = fixture.session(
            prompt, environment: ["ALBUMEN_USAGE": "environment"],
            properties: hasProperties ? ProgramProperties(ofProgramAt: program) : .none)
        let status = request(level, session)
        let question = try #require(try await fixture.question())
        #expect(question.reason == reason)
        #expect(try fixture.answer(question, .all))
        #expect(await status.value == .authorized)
        #expect(prompt.events.calls.first == .access(AccessLevel(rawValue: level.rawValue), reason: reason))
    }

    // MARK: Selected photos

    @Test(arguments: [true, false])
    func `“selected photos” opens the picker, and access is limited afterwards`(isAtTerminal: Bool) async throws {
        let fixture = try QuestionFixture()
        let assets = try fixture.addPhotos(3)
        let prompt = ScriptedPrompt(canAsk: isAtTerminal, access: .selected)
        let session = fixture.session(prompt)
        let status = request(.readWrite, session)
        if !isAtTerminal { #expect(try fixture.answer(try await fixture.question(), .selected)) }
        let question = try #require(try await fixture.question { $0.kind == .selection })
        #expect(question.presents)
        #expect(try fixture.library.grantedStatus(client: "app", accessLevel: .readWrite) == .limited)
        try fixture.library.choose([assets[1]], forClient: "app", author: "page")
        #expect(try fixture.answer(question, .selection(added: [assets[1]])))
        #expect(await status.value == .limited)
        let count = PhotoLibrarySession.$current.withValue(session) { PHAsset.fetchAssets(with: nil).count }
        #expect(count == 1)
        // The user has just chosen, so the first fetch doesn't ask again.
        #expect(try fixture.library.openQuestions().isEmpty)
        if isAtTerminal { #expect(prompt.events.calls.contains(.address(fixture.server?.address ?? ""))) }
    }

    // MARK: Deletions

    @Test(arguments: [(QuestionAnswer.allow(count: nil), true), (.none, false)])
    func `a deletion can be allowed in the page`(answer: QuestionAnswer, isDeleted: Bool) async throws {
        let fixture = try QuestionFixture()
        _ = try fixture.addPhotos(2)
        let session = fixture.session(ScriptedPrompt(canAsk: false), environment: ["ALBUMEN_ACCESS": "authorized"])
        let task = PhotoLibrarySession.$current.withValue(session) {
            Task {
                try await PHPhotoLibrary.shared().performChanges {
                    PHAssetChangeRequest.deleteAssets(PHAsset.fetchAssets(with: nil))
                }
            }
        }
        let question = try #require(try await fixture.question())
        #expect(
            question.kind
                == .change(text: "delete 2 photos and videos (photos go to Recently Deleted)", needsCount: nil))
        #expect(try fixture.answer(question, answer))
        if isDeleted {
            try await task.value
        } else {
            let error = await #expect(throws: PHPhotosError.self) { try await task.value }
            #expect(error?.code == .userCancelled)
        }
        #expect(try fixture.library.owner.assetIdentifiers(AssetFetch()).count == (isDeleted ? 0 : 2))
    }

    @Test func `a large deletion needs its count in the page`() async throws {
        let fixture = try QuestionFixture()
        _ = try fixture.addPhotos(101)
        let session = fixture.session(ScriptedPrompt(waits: true), environment: ["ALBUMEN_ACCESS": "authorized"])
        let task = PhotoLibrarySession.$current.withValue(session) {
            Task {
                try await PHPhotoLibrary.shared().performChanges {
                    PHAssetChangeRequest.deleteAssets(PHAsset.fetchAssets(with: nil))
                }
            }
        }
        let question = try #require(try await fixture.question())
        guard case .change(_, needsCount: 101) = question.kind else { return #expect(Bool(false), "\(question)") }
        #expect(throws: LibraryError.self) { try fixture.answer(question, .allow(count: 100)) }
        #expect(try fixture.answer(question, .allow(count: 101)))
        try await task.value
        #expect(try fixture.library.owner.assetIdentifiers(AssetFetch()).isEmpty)
    }
}
