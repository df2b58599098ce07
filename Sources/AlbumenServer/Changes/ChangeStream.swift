import Albumen
import Foundation
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// The changes of the library as they are made, told to one browser.
///
/// All that is kept for it is how far it has come: it reads the history as fast as the browser takes it.
struct ChangeStream: Sendable {
    /// Of the history, at a time.
    private static let changesAtOnce = 64
    /// A text of so many bytes is sent before more is read. One change may have more.
    private static let bytesAtOnce = 65_536

    let view: LibraryView
    let work: BlockingWork
    let place: ChangeAlarms.Place
    /// The last change that the browser knows.
    let start: ChangeToken
    /// Whether the start is to be told: a browser that gave it knows it.
    let tellsStart: Bool
    /// Whether whoever asked may still see what it asked for.
    let isAllowed: @Sendable () -> Bool
    let logger: Logger

    /// Writes until the server, the session or the connection ends.
    ///
    /// - Parameter shutDown: is called when the server is to end.
    func write(
        to writer: inout any ResponseBodyWriter, shutDown: @escaping @Sendable () -> Void
    ) async throws {
        try await withGracefulShutdownHandler {
            // The answer's head goes out with its first bytes.
            try await writer.write(tellsStart ? startEvent() : ServerSentEvent.comment)
            var position = try await tell(since: start, to: &writer)
            while let wake = try await place.alarm.next() {
                position = try await tell(since: position, to: &writer)
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
            // One change may be one of the whole library.
            return try await work.walk { try part(after: position) }
        } catch let error as LibraryError where error.isOfTrimmedHistory {
            // When the browser comes back it is told to begin anew.
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
