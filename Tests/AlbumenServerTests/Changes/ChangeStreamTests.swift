import Albumen
import AlbumenTestSupport
import Catalog
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Records
import Synchronization
import Testing

@testable import AlbumenServer

/// The memory that a stream needs for a slow reader.
@Suite(.timeLimit(.minutes(60))) struct ChangeStreamTests {
    /// Reads nothing until the test opens its gate, and then everything.
    private final class SlowReader: ResponseBodyWriter, Sendable {
        private let taken = Mutex<[String]>([])
        private let gates: AsyncStream<Void>
        private let gate: AsyncStream<Void>.Continuation
        let waiting: AsyncStream<Void>
        private let tell: AsyncStream<Void>.Continuation

        init() {
            (gates, gate) = AsyncStream.makeStream()
            (waiting, tell) = AsyncStream.makeStream()
        }

        func open() { gate.finish() }

        var texts: [String] { taken.withLock { $0 } }

        func write(_ buffer: ByteBuffer) async throws {
            tell.yield()
            for await _ in gates {}
            taken.withLock { $0.append(String(buffer: buffer)) }
            tell.yield()
        }

        func finish(_: HTTPFields?) async throws {}
    }

    @Test func `a slow reader only needs memory for its position`() async throws {
        let count = 500
        let temporary = try TemporaryLibrary()
        let work = BlockingWork(pictureThreads: 1)
        let alarms = ChangeAlarms(of: temporary.library, interval: .seconds(25))
        let place = try alarms.join()
        let start = try temporary.library.owner.currentToken()
        let stream = try stream(of: temporary, work, place, access: .full, start: start)
        let reader = SlowReader()
        let writing = Task {
            var writer: any ResponseBodyWriter = reader
            try await stream.write(to: &writer) {}
        }
        for await _ in reader.waiting { break }
        for number in 0..<count {
            try temporary.commit(
                .createCollection(NewCollection(uuid: UUID().uuidString, kind: .album, title: "\(number)")))
        }
        reader.open()
        let last = "id: \(try temporary.library.owner.currentToken())\n"
        for await _ in reader.waiting where reader.texts.contains(where: { $0.contains(last) }) { break }
        place.alarm.end()
        try await writing.value
        let identifiers = reader.texts.joined().split(separator: "\n").filter { $0.hasPrefix("id: ") }
        let expected = (1...Int64(count)).map { "id: \(start.libraryIdentifier)-\(start.number + $0)" }
        #expect(identifiers.map(String.init) == expected)
        // Later changes were read from the history in a few small pieces.
        #expect(reader.texts.count < count / 10)
        #expect(reader.texts.allSatisfy { $0.utf8.count < 200_000 })
        try await work.finish()
    }

    @Test(
        "a client without visible assets receives no changes",
        arguments: [Access.denied, .addOnly, .limited(client: "app")])
    func whoMaySeeNothingIsToldOfNothing(access: Access) async throws {
        let temporary = try TemporaryLibrary()
        let work = BlockingWork(pictureThreads: 1)
        let place = try ChangeAlarms(of: temporary.library, interval: .milliseconds(5)).join()
        let start = try temporary.library.owner.currentToken()
        try temporary.add([.image("a.jpg")])
        let reader = SlowReader()
        reader.open()
        let stream = try stream(of: temporary, work, place, access: access, start: start)
        let writing = Task {
            var writer: any ResponseBodyWriter = reader
            try await stream.write(to: &writer) {}
        }
        // The second heartbeat comes after all events.
        for await _ in reader.waiting where reader.texts.count >= 3 { break }
        place.alarm.end()
        try await writing.value
        #expect(Set(reader.texts) == [":\n\n"])
        try await work.finish()
    }

    @Test func `ended streams free their slots`() throws {
        let temporary = try TemporaryLibrary()
        let alarms = ChangeAlarms(of: temporary.library, interval: .seconds(25))
        var places = try (0..<3).map { _ in try alarms.join() }
        #expect(alarms.count == 3)
        places.removeLast(2)
        #expect(alarms.count == 1)
        places = []
        #expect(alarms.count == 0)
    }

    private func stream(
        of temporary: TemporaryLibrary, _ work: BlockingWork, _ place: ChangeAlarms.Place, access: Access,
        start: ChangeToken
    ) throws -> ChangeStream {
        let view = temporary.library.view(access)
        return ChangeStream(
            view: view, work: work, place: place, start: start, tellsStart: false,
            isAllowed: { true }, names: try view.versionNames(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }
}
