import BlobStore
import CodedErrors
package import Foundation
package import PhotoLibrary
package import Records
import Synchronization
import SystemPackage

/// The files that senders add to a library over the network, until they are in the library.
///
/// Any thread can call the methods. Most of them block while the disk is busy. One process at a time has the uploads of
/// a library.
package final class UploadStore: Sendable {
    let library: Library
    package let limits: UploadLimits
    package let now: @Sendable () -> Date
    let state = Mutex(State())
    private let opening = Mutex(())
    /// A structure, because `Mutex` wraps a closure of its own again at each use.
    private struct Listener {
        let changed: @Sendable () -> Void
    }

    private let listener = Mutex<Listener?>(nil)

    package init(
        of library: Library, limits: UploadLimits = UploadLimits(), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.library = library
        self.limits = limits
        self.now = now
    }

    /// Calls the action after each change of an upload's state, on any thread.
    package func whenChanged(_ action: @escaping @Sendable () -> Void) {
        listener.withLock { $0 = Listener(changed: action) }
    }

    /// The number of changes, for those who show the uploads.
    package var version: Int { state.withLock { $0.version } }

    // MARK: Opening

    /// Returns the folder. Locks it and reads the unfinished uploads of an earlier process first.
    func folder() throws -> UploadFolder {
        // One thread opens it. The others wait, because there is nothing to do before.
        try opening.withLock { _ in
            let (open, isClosed) = state.withLock { ($0.folder, $0.isClosed) }
            if isClosed { throw UploadError(.heldElsewhere, "The server ends. Add the files when it runs again.") }
            if let open { return open }
            let folder = try UploadFolder(of: library)
            let (records, unreadable) = try folder.load()
            state.withLock { state in
                (state.folder, state.unreadable) = (folder, unreadable)
                for record in records {
                    state.entries[record.identifier] = Entry(status: UploadStatus(record: record))
                    state.deliveries[DeliveryKey(record)] = record.delivery
                }
            }
            return folder
        }
    }

    /// Continues with the uploads of an earlier process, if there are any. Returns whether there are.
    package func resume() throws -> Bool {
        guard UploadFolder.exists(in: library) else { return false }
        _ = try folder()
        expire()
        return state.withLock { $0.entries.values.contains(where: \.isUnfinished) }
    }

    /// The files that can't be read, of uploads that can't be continued. They stay in the folder.
    package var unreadableFiles: [String] {
        state.withLock { state in state.unreadable.map { "\(state.folder?.path ?? UploadFolder.name)/\($0)" } }
    }

    /// Lets another process have the uploads, as soon as no request sends bytes any more.
    package func close() {
        state.withLock { ($0.isClosed, $0.folder) = (true, nil) }
    }

    // MARK: Requests

    /// Creates an upload without bytes.
    ///
    /// - Throws: `badName`, `tooLarge`, `tooMany`, `noRoom`, `heldElsewhere`.
    package func create(_ request: UploadRequest) throws -> UploadRecord {
        let name = try UploadName.checked(request.filename)
        let folder = try folder()
        expire()
        try checkSize(adding: request.length ?? 0, to: request.length ?? 0, of: request.sender)
        try requireRoom(for: request.length ?? 0)
        let date = now()
        let delivery = try state.withLock { state in try self.delivery(of: request, at: date, &state) }
        let firstNamesake = try folder.firstUnusedNamesake(
            of: name, delivery, from: state.withLock { $0.nextNamesake(of: name, delivery) }, in: library)
        let record = try state.withLock { state in
            try requireFewFiles(of: request.sender, state)
            if let place = request.place {
                guard !state.entries.values.contains(where: { $0.isUnfinished && $0.record.place == place }) else {
                    throw UploadError.busy
                }
            }
            let namesake = max(state.nextNamesake(of: name, delivery), firstNamesake)
            let record = UploadRecord(
                identifier: Self.makeIdentifier(), filename: name, length: request.length,
                sha256: request.digest?.description, fileDate: request.fileDate, album: request.album,
                delivery: delivery, namesake: namesake, sender: request.sender, place: request.place,
                part: request.part, created: date, lastUse: date,
                offset: 0, isComplete: false)
            state.entries[record.identifier] = Entry(status: UploadStatus(record: record))
            return record
        }
        do {
            try folder.create(record)
        } catch {
            forget(record.identifier)
            throw (error as? BlobStoreError)?.code == .notEnoughSpace ? UploadError.noRoom(for: 0) : error
        }
        noteChange()
        return record
    }

    /// Returns the delivery of a new file, and continues it if its sender has ended it.
    private func delivery(
        of request: UploadRequest, at date: Date, _ state: inout State
    ) throws -> UploadRecord.Delivery {
        try requireFewFiles(of: request.sender, state)
        let key = DeliveryKey(request.delivery ?? UUID().uuidString, of: request.sender)
        let delivery =
            state.deliveries[key]
            ?? UploadRecord.Delivery(
                identifier: key.identifier, importAlbum: library.makeUUID().uuidString, began: date)
        state.deliveries[key] = delivery
        state.ended.remove(key)
        return delivery
    }

    private func requireFewFiles(of sender: String, _ state: State) throws(UploadError) {
        let unfinished = state.entries.values.filter(\.isUnfinished)
        guard unfinished.count < limits.files,
            unfinished.count(where: { $0.record.sender == sender }) < limits.filesOfSender
        else { throw .tooMany }
    }

    /// Begins to add bytes.
    ///
    /// - Parameters:
    ///   - offset: The position of the first byte in the file.
    ///   - length: The length of the file, if the request states it.
    ///   - pieceDigest: The SHA-256 of the request's bytes, if it states it.
    ///   - cancel: Ends the request, because another one takes its place.
    /// - Throws: `notFound`, `busy`, `alreadyComplete`, `wrongOffset`, `wrongLength`.
    package func append(
        to identifier: String, at offset: Int64, length: Int64? = nil, pieceDigest: BlobDigest? = nil,
        cancel: @escaping @Sendable () -> Void
    ) throws -> UploadAppend {
        let folder = try folder()
        let record = try state.withLock { state in
            guard var record = state.entries[identifier]?.record else { throw UploadError.notFound }
            guard state.entries[identifier]?.status.isActive == false else { throw UploadError.busy }
            guard !record.isComplete else { throw UploadError.alreadyComplete }
            guard record.offset == offset else {
                throw UploadError(
                    .wrongOffset, "\(record.offset) bytes of the file have arrived. Continue from there.",
                    offset: record.offset)
            }
            if let length {
                guard length >= offset, record.length ?? length == length else {
                    throw UploadError(
                        .wrongLength,
                        "The file has \(record.length ?? offset) bytes by an earlier request, and \(length) by "
                            + "this one.", offset: offset)
                }
                record.length = length
            }
            record.lastUse = now()
            state.entries[identifier]?.status = UploadStatus(record: record, isActive: true)
            state.entries[identifier]?.cancelRequest = cancel
            return record
        }
        do {
            try checkSize(adding: 0, to: record.length ?? offset, of: record.sender)
            try requireRoom(for: record.length.map { $0 - offset } ?? 0)
            let append = try UploadAppend(to: record, pieceDigest: pieceDigest, self, folder)
            state.withLock { $0.entries[identifier]?.append = append }
            return append
        } catch {
            end(nil, of: identifier)
            throw error
        }
    }

    /// Ends the request that sends bytes of an upload, and then calls `body`. The bytes that have arrived stay.
    package func displace(_ identifier: String, _ body: @escaping @Sendable () -> Void) {
        let cancel = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.entries[identifier]?.status.isActive == true else { return body }
            state.entries[identifier]?.whenFree.append(body)
            return state.entries[identifier]?.cancelRequest
        }
        cancel?()
    }

    /// Returns an upload, also one that ended recently.
    ///
    /// - Throws: `notFound`.
    package func status(of identifier: String) throws -> UploadStatus {
        if UploadFolder.exists(in: library) { _ = try folder() }
        guard let status = state.withLock({ $0.entries[identifier]?.status }) else { throw UploadError.notFound }
        return status
    }

    /// The uploads: the unfinished ones, and those that ended recently. The oldest come first.
    package func statuses() throws -> [UploadStatus] {
        if UploadFolder.exists(in: library) { _ = try folder() }
        return state.withLock { $0.entries.values.map(\.status) }
            .sorted { ($0.record.created, $0.record.identifier) < ($1.record.created, $1.record.identifier) }
    }

    /// Deletes an unfinished upload, and forgets one that ended.
    ///
    /// - Throws: `notFound`. `busy` while its file comes into the library.
    package func cancel(_ identifier: String) throws {
        let status = try status(of: identifier)
        guard !status.record.isComplete || status.outcome != nil else {
            throw UploadError(.busy, "The file comes into the library now. Undo the import afterwards.")
        }
        forget(identifier)
    }

    /// Notes that a sender has sent all files of a delivery.
    package func endDelivery(_ identifier: String, of sender: String) {
        _ = state.withLock { $0.ended.insert(DeliveryKey(identifier, of: sender)) }
        noteChange()
    }

    /// Deletes unfinished uploads that nobody used for long. Those that are held have arrived, so they stay.
    ///
    /// - Complexity: O(*n*) for *n* uploads.
    package func expire() {
        let limit = now().addingTimeInterval(-limits.lifetime)
        let expired = state.withLock { state in
            state.entries.values.filter {
                $0.isUnfinished && !$0.record.isComplete && $0.record.isHeld != true && !$0.status.isActive
                    && $0.record.lastUse < limit
            }.map(\.record.identifier)
        }
        for identifier in expired { forget(identifier) }
        let yesterday = now().addingTimeInterval(-24 * 3_600)
        state.withLock { state in
            let used = Set(state.entries.values.map { DeliveryKey($0.record) })
            state.deliveries = state.deliveries.filter { used.contains($0.key) || $0.value.began > yesterday }
            state.ended.formIntersection(state.deliveries.keys)
        }
    }

    // MARK: For an append

    func isCurrent(_ append: UploadAppend, of identifier: String) -> Bool {
        state.withLock { $0.entries[identifier]?.append === append }
    }

    func note(_ record: UploadRecord) {
        state.withLock { $0.entries[record.identifier]?.status.record = record }
        noteChange()
    }

    /// Frees the upload for the next request.
    func end(_ append: UploadAppend?, of identifier: String) {
        let waiting = state.withLock { state -> [@Sendable () -> Void] in
            guard var entry = state.entries[identifier], entry.append === append else { return [] }
            entry.append = nil
            entry.cancelRequest = nil
            entry.status.isActive = false
            entry.written = 0
            let waiting = entry.whenFree
            entry.whenFree = []
            state.entries[identifier] = entry
            return waiting
        }
        for body in waiting { body() }
        noteChange()
    }

    /// Deletes an upload with its bytes, if it satisfies a condition. Returns whether it did.
    @discardableResult
    func forget(_ identifier: String, if condition: (Entry) -> Bool = { _ in true }) -> Bool {
        let (entry, folder) = state.withLock { state -> (Entry?, UploadFolder?) in
            guard let entry = state.entries[identifier], condition(entry) else { return (nil, nil) }
            state.finished.removeAll { $0 == identifier }
            return (state.entries.removeValue(forKey: identifier), state.folder)
        }
        guard let entry else { return false }
        if entry.isUnfinished { folder?.remove(entry.record) }
        entry.cancelRequest?()
        for body in entry.whenFree { body() }
        noteChange()
        return true
    }

    func noteChange() {
        state.withLock { $0.version += 1 }
        listener.withLock { $0 }?.changed()
    }

    /// 128 random bits, from the system's generator.
    private static func makeIdentifier() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
