import Albumen
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import SentFiles

/// Files and folders.
extension WebDAVRoutes {
    // MARK: Reading

    func get(_ visit: Visit) async throws -> Response {
        let (inbox, work) = (inbox, work)
        let found = try await work.read { () -> (SentFile, FileAnswer?) in
            guard let file = try inbox.file(visit.path, of: visit.sender) else { throw Refusal.noFile }
            guard let upload = file.upload, let bytes = try inbox.store.bytes(of: upload) else { return (file, nil) }
            let answer = FileAnswer(
                tag: "\"\(file.tag)\"", contentType: "application/octet-stream", byteCount: Int(file.size),
                filename: nil, content: .file(FileBody(bytes, work: work)))
            return (file, answer)
        }
        var response: Response
        switch (found.0.state, found.1) {
        case (_, let answer?): response = try await answer.response(to: visit.request, visit.context)
        case (.folder, nil): response = Response(status: .ok, headers: [.contentLength: "0"])
        case (.empty, nil) where found.0.size == 0:
            response = Response(status: .ok, headers: [.eTag: "\"\(found.0.tag)\"", .contentLength: "0"])
        case (.refused, nil), (.empty, nil): throw Refusal.notKept(found.0)
        default:
            throw Refusal(
                status: .forbidden, code: "inLibrary",
                message: "The file is in the library, and this address doesn't give it back.")
        }
        response.headers[.lastModified] = WebDAVDate.http(found.0.modified)
        return visit.request.method == .head ? response.createHeadResponse() : response
    }

    // MARK: Sending

    func put(_ visit: Visit) async throws -> Response {
        do {
            return try await receive(visit)
        } catch {
            // The rest of the body would precede the next request.
            guard var refusal = (error as? Refusal) ?? (error as? UploadError).map(RefusalMiddleware.refusal) else {
                throw error
            }
            // WebDAV's clients know this status.
            if refusal.code == "tooManyUploads" {
                refusal = Refusal(
                    status: .serviceUnavailable, code: refusal.code, message: refusal.message,
                    headers: [.retryAfter: "5"])
            }
            refusal.headers[.connection] = "close"
            throw refusal
        }
    }

    private func receive(_ visit: Visit) async throws -> Response {
        let (request, path, sender) = (visit.request, visit.path, visit.sender)
        try visit.requireMember()
        guard request.headers[.contentRange] == nil else {
            throw Refusal.badRequest("A part of a file can't be sent. Send the whole file, without Content-Range.")
        }
        let stated = request.headers[.contentLength].flatMap { Int64($0) }
        // Finder announces 0 bytes for files whose length it doesn't know yet.
        let expected = request.headers[.expectedEntityLength].flatMap { Int64($0) }
        let length = stated ?? expected.flatMap { $0 > 0 ? $0 : nil }
        let date = try WebDAVDate.ofFile(request.headers[.ocMtime])
        try await work.read {
            try self.check(visit, changing: [path], changesMembers: self.inbox.file(path, of: sender) == nil)
            try self.inbox.requireFolder(of: path, sender)
            guard try self.inbox.file(path, of: sender)?.isFolder != true else { throw Refusal.isFolder }
            if let problem = self.inbox.problem(ofName: path.name) { throw problem }
        }
        let isDropped = SystemFileName.isOne(path.name)
        let upload = length == 0 || isDropped ? nil : try await self.upload(visit, length)
        let droppedSize = isDropped && length != 0 ? try await drop(visit, length) : 0
        let (inbox, signIns) = (inbox, signIns)
        let (file, isNew) = try await work.upload { () -> (SentFile, Bool) in
            do {
                return try inbox.change { files in
                    guard try signIns.sender(sender.id) != nil else { throw Refusal.noSender }
                    // Others may have locked or changed the file while the bytes arrived.
                    try self.check(visit, changing: [path], changesMembers: inbox.file(path, of: sender) == nil)
                    return try inbox.store(upload, droppedSize, at: path, of: sender, date, files)
                }
            } catch {
                if let upload { inbox.cancel(upload.identifier) }
                throw error
            }
        }
        var headers: HTTPFields = [.eTag: "\"\(file.tag)\"", .contentLength: "0"]
        if date != nil { headers[.ocMtime] = "accepted" }
        return Response(status: isNew ? .created : .noContent, headers: headers)
    }

    /// Receives the bytes. If they don't arrive completely, nothing stays.
    private func upload(_ visit: Visit, _ length: Int64?) async throws -> UploadRecord? {
        let (store, request, work) = (inbox.store, visit.request, work)
        let wanted = inbox.request(for: visit.path, of: visit.sender, length: length)
        let record = try await work.upload { try store.create(wanted) }
        let reading = UploadReading(work: work)
        do {
            let append = try await work.upload {
                try store.append(to: record.identifier, at: 0, length: length) { reading.cancel() }
            }
            visit.context.whenDeparted { [weak reading] in reading?.cancel() }
            do {
                if request.headers[.expect]?.lowercased() == "100-continue" { try await visit.context.inviteBody() }
                try await reading.read(request.body, expecting: length, into: append)
                let received = try await work.upload { try append.finish(completing: false, holding: true) }
                guard received.offset > 0 else {
                    try await work.upload { try store.cancel(record.identifier) }
                    return nil
                }
                return received
            } catch {
                // Runs also if this request's task is cancelled.
                try await Task { try await work.upload { append.abandon() } }.value
                throw error
            }
        } catch {
            let inbox = inbox
            try await Task { try await work.upload { inbox.cancel(record.identifier) } }.value
            throw error
        }
    }

    /// Reads the bytes of a file that isn't kept, and returns their number.
    private func drop(_ visit: Visit, _ length: Int64?) async throws -> Int64 {
        guard length ?? 0 <= Self.droppedLimit else { throw Refusal.tooLarge(limit: Int(Self.droppedLimit)) }
        let request = visit.request
        if request.headers[.expect]?.lowercased() == "100-continue" { try await visit.context.inviteBody() }
        let count = try await withThrowingTaskGroup(of: Int64?.self) { group in
            group.addTask {
                var count: Int64 = 0
                for try await buffer in request.body {
                    count += Int64(buffer.readableBytes)
                    guard count <= Self.droppedLimit else { throw Refusal.tooLarge(limit: Int(Self.droppedLimit)) }
                }
                return count
            }
            group.addTask {
                try await Task.sleep(for: .seconds(60))
                return nil
            }
            defer { group.cancelAll() }
            guard let count = try await group.next() ?? nil else { throw Refusal.slowBody }
            return count
        }
        guard length == nil || count == length else { throw ChannelError.eof }
        return count
    }

    /// The largest file that isn't kept, in bytes.
    private static let droppedLimit: Int64 = 16 << 20

    func makeFolder(_ visit: Visit) async throws -> Response {
        try await requireNoBody(visit.request)
        let (path, sender, inbox) = (visit.path, visit.sender, inbox)
        guard !path.isRoot else { throw Refusal.exists }
        return try await work.upload {
            try inbox.change { files in
                try self.check(visit, changing: [path], changesMembers: true)
                guard try inbox.file(path, of: sender) == nil else { throw Refusal.exists }
                try inbox.requireFolder(of: path, sender)
                try inbox.makeFolder(path, of: sender, files)
            }
            return Response(status: .created, headers: [.contentLength: "0"])
        }
    }

    private func requireNoBody(_ request: Request) async throws {
        let refusal = Refusal(
            status: .unsupportedMediaType, code: "unsupportedBody", message: "A new folder takes no body.",
            headers: [.connection: "close"])
        guard request.headers[.contentLength].map({ $0 == "0" }) ?? true else { throw refusal }
        do {
            let body = try await JSONBody.collect(request.body, upTo: 1 << 10, within: .seconds(30))
            guard body.readableBytes == 0 else { throw refusal }
        } catch is NIOTooManyBytesError {
            throw refusal
        }
    }

    func delete(_ visit: Visit) async throws -> Response {
        let (path, sender, inbox) = (visit.path, visit.sender, inbox)
        try visit.requireMember()
        return try await work.upload {
            try inbox.change { files in
                try self.check(visit, changing: [path], isDeep: true, changesMembers: true)
                guard try inbox.file(path, of: sender) != nil else { throw Refusal.noFile }
                try inbox.remove(path, of: sender, files)
            }
            return Response(status: .noContent)
        }
    }

    // MARK: Copying and moving

    func transfer(_ visit: Visit) async throws -> Response {
        let (request, path, sender, inbox) = (visit.request, visit.path, visit.sender, inbox)
        let isMove = request.method.rawValue == "MOVE"
        guard let destination = request.headers[.destination] else {
            throw Refusal.badRequest("The header Destination is missing.")
        }
        guard case .inbox(let target) = try WebDAVAddress(destination: destination, of: request), !target.isRoot else {
            throw Refusal.fixedFolder
        }
        let overwrites = request.headers[.overwrite]?.lowercased() != "f"
        let isDeep = isMove || request.headers[.depth] != "0"
        guard !path.isRoot else { throw Refusal.fixedFolder }
        /// Checks the request. Returns the file, and whether the target is new.
        let examine = { @Sendable () throws -> (file: SentFile, isNew: Bool) in
            guard let file = try inbox.file(path, of: sender) else { throw Refusal.noFile }
            guard !target.isWithin(path), !path.isWithin(target) else {
                throw Refusal(
                    status: .forbidden, code: "sameFile", message: "A folder can't be moved or copied into itself.")
            }
            try inbox.requireFolder(of: target, sender)
            let former = try inbox.file(target, of: sender)
            if isMove { try self.check(visit, changing: [path], isDeep: true, changesMembers: true) }
            try self.check(visit, changing: [target], isDeep: true, changesMembers: true)
            guard former == nil || overwrites else { throw Refusal.failedCondition }
            if !file.isFolder, let problem = inbox.problem(ofName: target.name) { throw problem }
            return (file, former == nil)
        }
        return try await work.upload {
            let isNew: Bool
            if isMove {
                isNew = try inbox.change { files in
                    let (file, isNew) = try examine()
                    try inbox.move(file, to: target, of: sender, files)
                    return isNew
                }
            } else {
                isNew = try self.copy(path, to: target, isDeep: isDeep, of: sender, examine)
            }
            return Response(status: isNew ? .created : .noContent, headers: isNew ? [.contentLength: "0"] : [:])
        }
    }

    /// Copies the bytes while others can change the list, and stores the copies if the originals are still the same.
    private func copy(
        _ path: SentPath, to target: SentPath, isDeep: Bool, of sender: Sender,
        _ examine: () throws -> (file: SentFile, isNew: Bool)
    ) throws -> Bool {
        func originals(_ files: SentFiles) throws -> [SentFile] {
            let file = try examine().file
            return file.isFolder && isDeep ? try files.tree(path, of: sender.id) : [file]
        }
        let found = try inbox.change(originals)
        let copies = try inbox.copies(of: found, from: path, to: target)
        do {
            return try inbox.change { files in
                let isNew = try examine().isNew
                let tags = try Dictionary(uniqueKeysWithValues: originals(files).map { ($0.path, $0.tag) })
                guard tags == Dictionary(uniqueKeysWithValues: found.map { ($0.path, $0.tag) }) else {
                    throw Refusal.hasChanged
                }
                try inbox.store(copies, from: path, to: target, of: sender, files)
                return isNew
            }
        } catch {
            inbox.drop(copies)
            throw error
        }
    }
}

extension Refusal {
    fileprivate static let isFolder = Refusal(
        status: .methodNotAllowed, code: "isFolder", message: "There is a folder at this address.",
        headers: [.allow: "OPTIONS, GET, HEAD, DELETE, COPY, MOVE, PROPFIND, PROPPATCH, LOCK, UNLOCK"])

    fileprivate static let exists = Refusal(
        status: .methodNotAllowed, code: "exists", message: "There is a file or folder at this address.",
        headers: [.allow: "OPTIONS, GET, HEAD, DELETE, COPY, MOVE, PROPFIND, PROPPATCH, LOCK, UNLOCK"])

    fileprivate static let hasChanged = Refusal(
        status: .serviceUnavailable, code: "unavailable",
        message: "The files have changed while they were copied. Try again.", headers: [.retryAfter: "1"])
}
