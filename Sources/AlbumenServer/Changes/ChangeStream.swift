import Albumen
import Foundation
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// Sends the library's changes to one browser as they are committed.
///
/// The stream only stores its position. It reads the history as fast as the browser accepts events.
struct ChangeStream: Sendable {
    /// The number of changes to read at once.
    private static let changesAtOnce = 64
    /// The text size in bytes at which the stream sends events before it reads more. A single change can be larger.
    private static let bytesAtOnce = 65_536

    let view: LibraryView
    let work: BlockingWork
    let place: ChangeAlarms.Place
    /// The last change that the browser has received.
    let start: ChangeToken
    /// Whether to send the start token. A browser that sent the token already has it.
    let tellsStart: Bool
    /// Returns whether the requesting session may still see the library.
    let isAllowed: @Sendable () -> Bool
    /// Returns the number of changes of the waiting sessions of the picker.
    var picksVersion: @Sendable () -> Int = { 0 }
    let logger: Logger

    /// Writes events until the server, the session or the connection ends.
    ///
    /// - Parameter shutDown: Called when the server shuts down.
    func write(
        to writer: inout any ResponseBodyWriter, shutDown: @escaping @Sendable () -> Void
    ) async throws {
        try await withGracefulShutdownHandler {
            // Hummingbird sends the response's head with the first bytes.
            try await writer.write(tellsStart ? startEvent() : ServerSentEvent.comment)
            var toldPicks = picksVersion()
            var position = try await tell(since: start, to: &writer)
            while let wake = try await place.alarm.next() {
                position = try await tell(since: position, to: &writer)
                let picks = picksVersion()
                if picks != toldPicks { try await writer.write(picksEvent()) }
                toldPicks = picks
                if wake == .heartbeat { try await writer.write(ServerSentEvent.comment) }
            }
        } onGracefulShutdown: {
            place.alarm.end()
            shutDown()
        }
        try await writer.finish(nil)
    }

    private func tell(since start: ChangeToken, to writer: inout any ResponseBodyWriter) async throws -> ChangeToken {
        var position = start
        while try !place.alarm.hasEnded(), isAllowed() {
            let part = try await next(after: position)
            if part.text.readableBytes > 0 { try await writer.write(part.text) }
            position = part.end
            if part.isLast { return position }
        }
        place.alarm.end()
        return position
    }

    private struct Part: Sendable {
        var text = ByteBuffer()
        var end: ChangeToken
        var isLast: Bool
    }

    private func next(after position: ChangeToken) async throws -> Part {
        do {
            // A single change can affect the entire library.
            return try await work.walk { try part(after: position) }
        } catch let error as LibraryError where error.isOfTrimmedHistory {
            // When the browser reconnects, the server tells it to start again.
            place.alarm.end()
            return Part(end: position, isLast: true)
        } catch let error where !(error is CancellationError) {
            logger.error("/api/changes: \(error)")
            throw error
        }
    }

    private func part(after position: ChangeToken) throws -> Part {
        let page = try view.changes(since: position, limit: Self.changesAtOnce)
        var part = Part(end: page.end, isLast: page.isLast)
        for entry in page.entries {
            let document = try ChangeDocument(entry, in: view)
            ServerSentEvent(identifier: entry.token.description, data: try Self.json(document))
                .write(to: &part.text)
            guard part.text.readableBytes < Self.bytesAtOnce else {
                (part.end, part.isLast) = (entry.token, page.isLast && entry.token == page.end)
                break
            }
        }
        return part
    }

    private func picksEvent() -> ByteBuffer {
        var buffer = ByteBuffer()
        ServerSentEvent(name: "picks", identifier: "", data: "{}").write(to: &buffer)
        return buffer
    }

    private func startEvent() throws -> ByteBuffer {
        var buffer = ByteBuffer()
        ServerSentEvent(
            name: "current", identifier: start.description, data: try Self.json(["token": start.description])
        ).write(to: &buffer)
        return buffer
    }

    private static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

extension LibraryError {
    fileprivate var isOfTrimmedHistory: Bool { code == .changeTokenExpired || code == .changeDetailsGone }
}
