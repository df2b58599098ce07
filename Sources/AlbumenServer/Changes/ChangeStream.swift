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
    /// Returns whether the requesting session or client may still see the library.
    let isAllowed: @Sendable () async throws -> Bool
    /// Returns the versions of what isn't history, by the name of the event that reports a new version. Blocks.
    var notices: @Sendable () throws -> [Notice] = { [] }
    let names: VersionNames
    let logger: Logger

    /// The version of something that isn't history, such as the open questions.
    struct Notice: Sendable, Equatable {
        /// The event's name.
        let name: String
        let version: String
        /// The event's data in JSON.
        var data = "{}"
    }

    /// Writes events until the server, the session or the connection ends.
    ///
    /// - Parameter shutDown: Called when the server shuts down.
    func write(
        to writer: inout any ResponseBodyWriter, shutDown: @escaping @Sendable () -> Void
    ) async throws {
        try await withGracefulShutdownHandler {
            // Read first, so that nothing is missed after the start.
            var told = try await work.read(notices)
            // Hummingbird sends the response's head with the first bytes.
            try await writer.write(tellsStart ? startEvent() : ServerSentEvent.comment)
            var position = try await tell(since: start, to: &writer)
            while let wake = try await place.alarm.next() {
                position = try await tell(since: position, to: &writer)
                guard try !place.alarm.hasEnded() else { break }
                let current = try await work.read(notices)
                for notice in current where !told.contains(notice) { try await writer.write(event(of: notice)) }
                told = current
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
        while try !place.alarm.hasEnded(), try await isAllowed() {
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
            let document = try ChangeDocument(entry, in: view, names: names)
            ServerSentEvent(identifier: try names.text(entry.token), data: try Self.json(document))
                .write(to: &part.text)
            guard part.text.readableBytes < Self.bytesAtOnce else {
                (part.end, part.isLast) = (entry.token, page.isLast && entry.token == page.end)
                break
            }
        }
        return part
    }

    private func event(of notice: Notice) -> ByteBuffer {
        var buffer = ByteBuffer()
        ServerSentEvent(name: notice.name, identifier: "", data: notice.data).write(to: &buffer)
        return buffer
    }

    private func startEvent() throws -> ByteBuffer {
        var buffer = ByteBuffer()
        let token = try names.text(start)
        ServerSentEvent(name: "current", identifier: token, data: try Self.json(["token": token])).write(to: &buffer)
        return buffer
    }

    private static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

extension LibraryError {
    var isOfTrimmedHistory: Bool { code == .changeTokenExpired || code == .changeDetailsGone }
}
