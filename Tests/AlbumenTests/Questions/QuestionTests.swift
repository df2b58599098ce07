import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Questions of programs in the catalog (§1.1.2, §1.3).
@Suite struct QuestionTests {
    private let temporary: TemporaryLibrary
    private var library: Library { temporary.library }

    init() throws {
        temporary = try TemporaryLibrary()
    }

    private func ask(_ kind: Question.Kind, client: String = "app", reason: String? = nil) throws -> Int64 {
        try library.ask(NewQuestion(client: client, kind: kind, reason: reason))
    }

    private func status(_ level: AccessLevel = .readWrite, client: String = "app") throws -> AuthorizationStatus? {
        try library.grantedStatus(client: client, accessLevel: level)
    }

    private func rowCount() throws -> Int {
        try library.catalog.read { try $0.questions().count }
    }

    @Test func `questions are listed in their order with everything that the owner needs to know`() throws {
        let kinds: [Question.Kind] = [
            .access(.readWrite), .access(.addOnly), .selection, .change(text: "delete 1 album", needsCount: nil),
            .change(text: "delete 200 photos and videos", needsCount: 200),
        ]
        let ids = try kinds.map { try ask($0, reason: "To show them") }
        let questions = try library.openQuestions()
        #expect(questions.map(\.id) == ids)
        #expect(questions.map(\.kind) == kinds)
        #expect(questions.allSatisfy { $0.client == "app" && $0.reason == "To show them" && $0.process == getpid() })
        #expect(
            questions.first?.program == (try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")))
        #expect(questions.first.map { abs($0.date.timeIntervalSinceNow) < 3600 } == true)
    }

    @Test(
        "an answer stores its grant in the same change (§1.1)",
        arguments: [
            (AccessLevel.readWrite, QuestionAnswer.all, AuthorizationStatus.authorized),
            (.readWrite, .selected, .limited), (.readWrite, .selection(added: [1]), .limited),
            (.readWrite, .none, .denied), (.addOnly, .all, .authorized), (.addOnly, .none, .denied),
        ])
    func grant(level: AccessLevel, answer: QuestionAnswer, expected: AuthorizationStatus) throws {
        let version = try library.owner.version()
        let id = try ask(.access(level))
        #expect(try library.owner.version() == version)
        #expect(try library.answer(id, answer, author: "page"))
        #expect(try status(level) == expected)
        #expect(try library.owner.version() == version + 1)
        #expect(try library.grantedClient(ofChange: version + 1) == "app")
        #expect(try library.waitForAnswer(id) == answer)
        #expect(try rowCount() == 0)
    }

    @Test func `an answer that doesn't fit throws, changes nothing, and leaves the question open`() throws {
        let cases: [(Question.Kind, QuestionAnswer)] = [
            (.access(.addOnly), .selected), (.access(.addOnly), .selection(added: [])),
            (.access(.readWrite), .allow(count: 1)),
            (.selection, .all), (.selection, .selected), (.selection, .allow(count: nil)),
            (.change(text: "delete", needsCount: nil), .all),
            (.change(text: "delete", needsCount: 7), .allow(count: nil)),
            (.change(text: "delete", needsCount: 7), .allow(count: 8)),
        ]
        for (kind, answer) in cases {
            let id = try ask(kind)
            #expect(throws: LibraryError.self) { try library.answer(id, answer, author: "page") }
            #expect(try library.openQuestions().map(\.id) == [id], "\(kind) \(answer)")
            #expect(try status() == nil && status(.addOnly) == nil)
            #expect(try library.answer(id, .none, author: "page"))
            #expect(try library.waitForAnswer(id) == QuestionAnswer.none)
            try library.setGrantedStatuses([.readWrite: nil, .addOnly: nil], client: "app", author: "test")
        }
        let id = try ask(.change(text: "delete", needsCount: 7))
        #expect(try library.answer(id, .allow(count: 7), author: "page"))
        #expect(try library.waitForAnswer(id) == .allow(count: 7))
    }

    @Test func `of several answers at once, the first counts`() async throws {
        let library = library
        for _ in 0..<5 {
            let id = try ask(.access(.readWrite))
            let accepted = try await withThrowingTaskGroup(of: QuestionAnswer?.self) { group in
                for answer in [QuestionAnswer.all, .selected, .none, .all, .selected, .none] {
                    group.addTask {
                        try await onOwnThread { try library.answer(id, answer, author: "page") ? answer : nil }
                    }
                }
                return try await group.reduce(into: [QuestionAnswer]()) { list, answer in
                    if let answer { list.append(answer) }
                }
            }
            #expect(accepted.count == 1)
            #expect(try library.waitForAnswer(id) == accepted.first)
            #expect(try library.answer(id, .all, author: "page") == false)
            let expected: [QuestionAnswer: AuthorizationStatus] = [
                .all: .authorized, .selected: .limited, .none: .denied,
            ]
            #expect(try status() == accepted.first.flatMap { expected[$0] })
            try library.setGrantedStatuses([.readWrite: nil], client: "app", author: "test")
        }
    }

    @Test func `another process's answer wakes the waiting thread`() async throws {
        let library = library
        let id = try ask(.selection)
        let other = try Library(at: temporary.folder)
        let waiting = Task { try await onOwnThread { try library.waitForAnswer(id) } }
        let suspended = Task {
            try await library.answer(to: try library.ask(NewQuestion(client: "b", kind: .selection)))
        }
        let desk = try QuestionDesk(other)
        let questions = try await onOwnThread { desk.wait { $0.count == 2 } }
        #expect(questions?.map(\.client) == ["app", "b"])
        for question in questions ?? [] {
            #expect(try other.answer(question.id, .selection(added: [3, 4]), author: "page"))
        }
        #expect(try await waiting.value == .selection(added: [3, 4]))
        #expect(try await suspended.value == .selection(added: [3, 4]))
        #expect(try await onOwnThread { desk.isCleared() })
        #expect(try rowCount() == 0)
        try other.close()
    }

    @Test func `observers of changes hear nothing of questions`() async throws {
        let heard = CallRecorder<Int64>()
        let subscription = try library.changes.subscribe { heard.record($0) }
        let version = try library.owner.version()
        for kind in [Question.Kind.selection, .change(text: "delete", needsCount: nil), .access(.readWrite)] {
            try library.withdraw(try ask(kind))
        }
        let id = try ask(.selection)
        #expect(try library.answer(id, .selection(added: []), author: "page"))
        #expect(try library.waitForAnswer(id) == .selection(added: []))
        // A later change arrives, and its number is the next one.
        try temporary.add([.image("a.jpg")])
        let library = library
        await withCheckedContinuation { continuation in library.changes.afterReports { continuation.resume() } }
        #expect(heard.calls == [version + 1])
        subscription.cancel()
    }

    @Test func `a withdrawn question ends the wait, and the end of the wait withdraws it`() async throws {
        let library = library
        let first = try ask(.selection)
        let waiting = Task { try await onOwnThread { try library.waitForAnswer(first) } }
        #expect(try library.withdraw(first) == nil)
        #expect(try await waiting.value == nil)
        #expect(try library.answer(first, .none, author: "page") == false)

        let second = try ask(.selection)
        let alarm = ChangeAlarm()
        let cancelled = Task { try await onOwnThread { try library.waitForAnswer(second, alarm: alarm) } }
        alarm.end()
        #expect(try await cancelled.value == nil)
        #expect(try rowCount() == 0)

        let third = try ask(.selection)
        let task = Task { try await library.answer(to: third) }
        task.cancel()
        #expect(try await task.value == nil)
        #expect(try rowCount() == 0)
        #expect(Set([first, second, third]).count == 3, "Identifiers aren't used again.")
    }

    @Test(
        "an answer by the command answers the question too",
        arguments: [
            (ClientAccess.Level.full, QuestionAnswer.all), (.limited, .selection(added: [])), (.none, .none),
        ])
    func answerElsewhere(level: ClientAccess.Level, expected: QuestionAnswer) async throws {
        let library = library
        let id = try ask(.access(.readWrite))
        let waiting = Task { try await onOwnThread { try library.waitForAnswer(id) } }
        try library.setAccess(level, ofClient: "other", author: "command")
        #expect(try library.openQuestions().count == 1)
        try library.setAccess(level, ofClient: "app", author: "command")
        #expect(try await waiting.value == expected)
        #expect(try library.openQuestions().isEmpty)
    }

    @Test func `a principal reads only the questions that it may know`() throws {
        _ = try ask(.selection, client: "a")
        _ = try ask(.selection, client: "b")
        #expect(try library.owner.openQuestions().map(\.client) == ["a", "b"])
        for access in [Access.full, .limited(client: "a"), .addOnly, .denied] {
            let view = library.view(for: .client("a", access: access))
            #expect(try view.openQuestions().map(\.client) == ["a"])
        }
        #expect(try library.view(for: .client("c", access: .full)).openQuestions().isEmpty)
        #expect(try library.view(for: .pick([])).openQuestions().isEmpty)
        #expect(try library.view(for: .nobody).openQuestions().isEmpty)
    }

    @Test func `long texts are cut off`() throws {
        let long = String(repeating: "é", count: 5000)
        _ = try ask(.change(text: long, needsCount: nil), reason: long)
        let question = try #require(try library.openQuestions().first)
        #expect(question.reason?.count == 1000)
        guard case .change(let text, _) = question.kind else { return #expect(Bool(false)) }
        #expect(text.count == 1000)
    }

    // MARK: Ended processes

    @Test func `questions of ended processes are dropped, by number, start and the machine's start`() throws {
        let process = AskingProcess.current
        #expect(process.isRunning)
        var wrongStart = process
        wrongStart.startTime += 1
        var wrongBoot = process
        wrongBoot.boot = UUID().uuidString
        let none = AskingProcess(number: pid_t.max, startTime: 1, boot: process.boot)
        for ended in [wrongStart, wrongBoot, none] {
            #expect(!ended.isRunning)
            let record = NewQuestion(client: "app", kind: .access(.readWrite))
                .record(of: ended, program: nil, date: Date())
            let id = try library.catalog.write(author: "test") { try $0.insert(record) }
            // It's gone even for an owner who has seen it.
            #expect(try library.answer(id, .all, author: "page") == false)
            #expect(try status() == nil)
            #expect(try library.openQuestions().isEmpty)
            #expect(try rowCount() == 0)
        }
        var answered = NewQuestion(client: "app", kind: .selection).record(of: none, program: nil, date: Date())
        answered.answer = "{\"none\":{}}"
        let record = answered
        _ = try library.catalog.write(author: "test") { try $0.insert(record) }
        let id = try ask(.selection)
        #expect(try rowCount() == 1, "Asking drops them, too.")
        try library.withdraw(id)
    }

    @Test func `the state and start of a process are read whatever its name is`() {
        let fields = (4...40).map(String.init).joined(separator: " ")
        for name in ["a", "a b", ") R 1 2 3", "((", ""] {
            let found = ProcessStatus(text: "17 (\(name)) S \(fields)")
            #expect(found?.state == "S" && found?.startTime == 22, "\(name)")
        }
        #expect(ProcessStatus(text: "") == nil)
        #expect(ProcessStatus(text: "17 (a) S 1 2") == nil)
    }
}
