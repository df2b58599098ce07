package import BlobStore
import CAlbumenSystem
package import Cancellation
import Foundation
import Glibc
import Records
import SystemCalls
import SystemPackage

extension DirectoryPlace {
    package func upload(
        _ upload: RemoteUpload, from file: OpenFile, _ cancellation: WorkCancellation,
        progress: @escaping @Sendable (Int64) -> Void, save: (RemoteUpload) throws -> Void
    ) throws -> StoredBlob {
        if let size = try size(of: upload.name, cancellation) {
            try abandon(upload, cancellation)
            return try adopt(upload, size, file, cancellation)
        }
        var upload = upload
        do {
            return try store(&upload, file, cancellation, progress, save)
        } catch let error as RemoteBlobError {
            // No later run can continue it.
            if error.code == .sourceDamaged { try abandon(upload, cancellation) }
            throw error
        }
    }

    private func store(
        _ upload: inout RemoteUpload, _ file: OpenFile, _ cancellation: WorkCancellation,
        _ progress: (Int64) -> Void, _ save: (RemoteUpload) throws -> Void
    ) throws -> StoredBlob {
        let date = try upload.keptDate()
        let uploads = try uploadsFolder()
        let (target, reference) = try startedFile(&upload, in: uploads)
        try save(upload)
        let source = UploadSource(file, of: upload)
        for number in 1...upload.partCount {
            let digest = try source.hash(part: number, cancellation)
            let range = upload.range(ofPart: number)
            if let part = upload.parts.first(where: { $0.number == number }) {
                guard part.digest == digest else { throw upload.sourceDamaged }
            } else {
                try copy(range, of: file, to: target, upload.name, cancellation, progress)
                upload.parts.append(RemoteUpload.Part(number: number, digest: digest, tag: "", isConfirmed: false))
                try save(upload)
            }
            progress(range.upperBound)
        }
        try source.finish(from: upload.partCount + 1, cancellation)
        if let date { try setModificationDate(date, of: target, upload.name) }
        try readBack(target, upload, cancellation)
        guard let folder = try folder(of: upload.name, creating: true) else { throw missingRoot }
        let isMoved = try reporting(upload.name.text) { () throws(Errno) in
            try uploads.move(reference, to: folder, as: upload.name.file)
        }
        guard isMoved else {
            try abandon(upload, cancellation)
            return try adopt(upload, try size(of: upload.name, cancellation) ?? -1, file, cancellation)
        }
        return StoredBlob(upload, pieces: source.pieces, .readBack)
    }

    package func abandon(_ upload: UnfinishedUpload, _ cancellation: WorkCancellation) throws {
        let file = upload.reference
        guard UploadFile.name(ofFile: file) != nil else { return }
        let uploads = try uploadsFolder()
        try reporting(".uploads/\(file)") { () throws(Errno) in try uploads.remove(file) }
    }

    /// Opens the file of an upload, or creates a new one.
    private func startedFile(_ upload: inout RemoteUpload, in uploads: PlaceFolder) throws -> (PlaceFile, String) {
        if let reference = upload.reference, try UploadFile.isFile(reference, of: upload) {
            let file: PlaceFile? = try reporting(".uploads/\(reference)") { () throws(Errno) in
                do throws(Errno) {
                    return try uploads.open(reference, O_RDWR)
                } catch {
                    guard error == .noSuchFileOrDirectory else { throw error }
                    return nil
                }
            }
            if let file { return (file, reference) }
        }
        let reference = try UploadFile.makeFile(of: upload)
        upload.reference = reference
        upload.parts = []
        let file = try reporting(".uploads/\(reference)") { () throws(Errno) in try uploads.create(reference) }
        return (file, reference)
    }

    private func copy(
        _ range: Range<Int64>, of file: OpenFile, to target: PlaceFile, _ name: RemoteName,
        _ cancellation: WorkCancellation, _ progress: (Int64) -> Void
    ) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        defer { buffer.deallocate() }
        var position = range.lowerBound
        while position < range.upperBound {
            try cancellation.check(address)
            let wanted = Int(min(Int64(buffer.count), range.upperBound - position))
            let count = try file.withDescriptor { descriptor in
                try FileDescriptor(rawValue: descriptor).read(
                    at: position, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
            }
            // The hashing read these bytes a moment ago.
            guard count > 0 else { throw RemoteBlobError(.sourceDamaged, "The file of \(name) became shorter.") }
            try reporting(name.text) { () throws(Errno) in
                try target.descriptor.write(
                    all: UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: position)
            }
            position += Int64(count)
            progress(position)
        }
        try reporting(name.text) { () throws(Errno) in try target.descriptor.synchronize() }
    }

    private func setModificationDate(_ date: Date, of file: PlaceFile, _ name: RemoteName) throws {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        let milliseconds = ((date.timeIntervalSince1970 - seconds) * 1000).rounded()
        let time = timespec(tv_sec: Int(seconds), tv_nsec: min(999, Int(milliseconds)) * 1_000_000)
        try reporting(name.text) { () throws(Errno) in
            try SystemCall.retrying { futimens(file.descriptor.rawValue, [time, time]) }
            try file.descriptor.synchronize()
        }
    }

    /// Reads the written file and compares it with the upload's digest. Asks the system to drop its cached bytes first, so
    /// that they come from the disk or from the server, if the file system can.
    private func readBack(_ file: PlaceFile, _ upload: RemoteUpload, _ cancellation: WorkCancellation) throws {
        _ = posix_fadvise(file.descriptor.rawValue, 0, 0, POSIX_FADV_DONTNEED)
        do {
            try UploadSource(file.file, of: upload).finish(from: 1, cancellation)
        } catch let error as RemoteBlobError {
            guard error.code == .sourceDamaged else { throw error }
            try abandon(upload, cancellation)
            throw RemoteBlobError(
                .damaged,
                "The disk of \(root) didn't keep the bytes of \(upload.name), so they were removed there. Check that disk, "
                    + "then try again.")
        }
    }

    /// Verifies an object that was in the place before.
    private func adopt(
        _ upload: RemoteUpload, _ size: Int64, _ file: OpenFile, _ cancellation: WorkCancellation
    ) throws -> StoredBlob {
        let source = UploadSource(file, of: upload)
        try source.finish(from: 1, cancellation)
        do {
            guard size == upload.size else { throw RemoteBlobError(.damaged, "") }
            try verify(upload.name, has: upload.digest, cancellation)
        } catch let error as RemoteBlobError {
            throw error.code == .damaged ? upload.taken(in: address, "file") : error
        }
        return StoredBlob(upload, pieces: source.pieces, .readBack)
    }
}
