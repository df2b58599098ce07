internal import CAlbumenSystem
internal import Foundation
internal import Glibc
internal import LibraryFiles
import Records
internal import Synchronization
internal import SystemCalls
internal import SystemPackage

/// Copies bytes to a folder in `staging/`, and then links or copies the files into `originals/` on the same file
/// system.
final class LocalBlobIntake: BlobIntake {
    private let shelf: BlobShelf
    private let folder: StagingFolder
    private let permissions: LibraryPermissions
    private let nextNumber = Atomic<UInt64>(0)

    init(shelf: BlobShelf, folder: StagingFolder, permissions: LibraryPermissions) {
        self.shelf = shelf
        self.folder = folder
        self.permissions = permissions
    }

    func stage(fileAt url: URL) throws(BlobStoreError) -> StagedBlob {
        try checkHeld()
        return try FileSystem.openSource(url).withDescriptor { descriptor throws(BlobStoreError) in
            try stage(descriptor: descriptor, named: url.path(percentEncoded: false))
        }
    }

    func stage(descriptor: Int32, named name: String) throws(BlobStoreError) -> StagedBlob {
        try checkHeld()
        let source = try SourceFile(descriptor: descriptor, name: name)
        return try makeStagedBlob { target, path throws(BlobStoreError) in
            var copy = StagedCopy(target: target, path: path)
            try source.read { piece throws(BlobStoreError) in try copy.append(piece) }
            return try copy.finish()
        }
    }

    func stage(takingOver descriptor: Int32, at path: String) throws(BlobStoreError) -> StagedBlob {
        try checkHeld()
        let number = nextNumber.wrappingAdd(1, ordering: .relaxed).oldValue
        let staged = self.path(ofNumber: number)
        guard shelf.link(path, as: staged) else { return try stage(descriptor: descriptor, named: path) }
        do throws(BlobStoreError) {
            let opened = try FileSystem.status(of: descriptor, path: path, role: .source)
            guard try FileSystem.status(at: staged)?.identity == opened.identity else {
                throw BlobStoreError(.sourceChanged, "Another file took the place of \(path). Add it again.")
            }
            let digest = try BlobDigest(hashing: descriptor, named: path)
            return StagedBlob(digest: digest, size: opened.size, intake: folder.identifier, number: number)
        } catch {
            FileSystem.unlinkIfPossible(staged)
            throw error
        }
    }

    func stage(_ data: Data) throws(BlobStoreError) -> StagedBlob {
        try checkHeld()
        return try makeStagedBlob { target, path throws(BlobStoreError) in
            try FileSystem.write(data, to: target, path: path)
            return (try BlobDigest(hashing: data), Int64(data.count))
        }
    }

    func stage(pieces write: (_ append: (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws -> StagedBlob {
        try checkHeld()
        var failure: (any Error)?
        do {
            return try makeStagedBlob { target, path throws(BlobStoreError) in
                var copy = StagedCopy(target: target, path: path)
                do {
                    try write { try copy.append($0) }
                } catch {
                    failure = error
                    throw BlobStoreError(.sourceUnreadable, "The bytes for \(path) broke off.")
                }
                return try copy.finish()
            }
        } catch {
            throw failure ?? error
        }
    }

    func stage(_ range: Range<Int64>, of container: StagedBlob) throws(BlobStoreError) -> StagedBlob {
        try checkHeld()
        try checkStaged(container)
        let digest = try read(range, of: container) { part throws(BlobStoreError) in try part.digest() }
        let place = ContainerPlace(container: container.digest, offset: range.lowerBound)
        return StagedBlob(
            digest: digest, size: Int64(range.count), intake: container.intake, number: container.number,
            container: .init(place: place, size: container.size))
    }

    func withDescriptor<Value>(of staged: StagedBlob, _ body: (Int32) throws -> Value) throws -> Value {
        try checkHeld()
        try checkStaged(staged)
        if let container = staged.container {
            let start = container.place.offset
            let copy = try read(start..<start + staged.size, of: staged) { part throws(BlobStoreError) in
                try part.copy(in: folder.path)
            }
            return try copy.withDescriptor { try body($0) }
        }
        return try FileSystem.openSource(URL(filePath: path(of: staged))).withDescriptor { try body($0) }
    }

    func commit(_ staged: [StagedBlob]) throws(BlobStoreError) {
        try checkHeld()
        for blob in staged { try checkStaged(blob) }
        let staged = staged.filter { $0.container == nil }
        var new: [StagedBlob] = []
        for blob in staged where try !shelf.has(blob.digest, size: blob.size) { new.append(blob) }
        let failures = FileSystem.synchronizeFiles(new.map(path(of:)))
        // The system reports a failed write only once. A second sync of the same file would succeed although its bytes
        // are lost.
        for path in failures.keys { FileSystem.unlinkIfPossible(path) }
        if let failure = failures.values.first { throw failure }

        let folders = Set(staged.map(\.digest.firstByte))
        let includingNames = try shelf.makeFolders(folders)
        let durable = Set(new)
        for blob in staged {
            _ = try shelf.place(
                path(of: blob), as: blob.digest, size: blob.size, isDurable: durable.contains(blob))
        }
        try shelf.synchronizeFolders(folders, includingNames: includingNames)
    }

    @discardableResult
    func restore(_ staged: StagedBlob) throws(BlobStoreError) -> Bool {
        try checkHeld()
        guard staged.container == nil, try !shelf.has(staged.digest, size: staged.size) else { return false }
        try checkStaged(staged)
        let folders: Set = [staged.digest.firstByte]
        let includingNames = try shelf.makeFolders(folders)
        let isRestored = try shelf.place(
            path(of: staged), as: staged.digest, size: staged.size, isDurable: false)
        try shelf.synchronizeFolders(folders, includingNames: includingNames)
        return isRestored
    }

    func release(_ staged: [StagedBlob]) {
        for blob in staged where blob.intake == folder.identifier && blob.container == nil {
            FileSystem.unlinkIfPossible(path(of: blob))
        }
    }

    func finish() {
        folder.remove()
    }

    /// Creates the next staged file and starts its writeback. Deletes the file if `fill` fails.
    private func makeStagedBlob(
        _ fill: (_ target: Int32, _ path: String) throws(BlobStoreError) -> (BlobDigest, Int64)
    ) throws(BlobStoreError) -> StagedBlob {
        let number = nextNumber.wrappingAdd(1, ordering: .relaxed).oldValue
        let path = path(ofNumber: number)
        let file = try FileSystem.create(path, .original, permissions)
        do throws(BlobStoreError) {
            return try file.withDescriptor { target throws(BlobStoreError) in
                let (digest, size) = try fill(target, path)
                albumen_start_writing(target)
                return StagedBlob(digest: digest, size: size, intake: folder.identifier, number: number)
            }
        } catch {
            FileSystem.unlinkIfPossible(path)
            throw error
        }
    }

    private func read<Value>(
        _ range: Range<Int64>, of staged: StagedBlob, _ body: (FileRange) throws(BlobStoreError) -> Value
    ) throws(BlobStoreError) -> Value {
        let path = path(of: staged)
        return try FileSystem.open(path, O_RDONLY).withDescriptor { descriptor throws(BlobStoreError) in
            try body(
                FileRange(
                    descriptor: descriptor, name: path, offset: range.lowerBound, count: Int64(range.count)))
        }
    }

    private func path(of staged: StagedBlob) -> String { path(ofNumber: staged.number) }

    private func path(ofNumber number: UInt64) -> String { "\(folder.path)/\(number)" }

    private func checkHeld() throws(BlobStoreError) {
        guard folder.isHeld else {
            throw BlobStoreError(
                .intakeFinished, "The import that used \(folder.path) has ended. Begin another one.")
        }
    }

    private func checkStaged(_ staged: StagedBlob) throws(BlobStoreError) {
        let path = path(of: staged)
        guard staged.intake == folder.identifier, let status = try FileSystem.status(at: path) else {
            throw BlobStoreError(.notFound, "\(path) holds no staged copy of \(staged.digest). Stage the file again.")
        }
        guard status.isRegularFile, status.size == staged.container?.size ?? staged.size else {
            throw BlobStoreError(.corrupted, "\(path) is not the copy that was staged. Stage the file again.")
        }
    }
}
