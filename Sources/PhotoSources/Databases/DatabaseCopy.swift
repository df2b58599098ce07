internal import Foundation
internal import Glibc
internal import SystemCalls
package import SystemPackage

/// A private copy of a database that another program owns, with its WAL.
///
/// The newest changes of a database are in its WAL. SQLite can't read it in place without writing to the folder, so
/// both files are copied. The index of the WAL (`-shm`) is not, because SQLite rebuilds it. Nor is a rollback journal:
/// a hostile one can name files that SQLite would delete.
package struct DatabaseCopy {
    package enum Failure: Error {
        /// A file of the database can't be read.
        case unreadable(path: FilePath, Errno)
        /// The copy can't be written.
        case unwritable(path: FilePath, Errno)
        /// The database isn't a regular file, or is larger than the limit.
        case unusable(path: FilePath)
        case tooLittleSpace(needed: Int64, free: Int64)
        /// The database changed during each attempt.
        case changing
    }

    /// The copy of the database, in a folder of its own.
    package let path: FilePath
    /// The private folder of the copy.
    package let folder: FilePath

    /// Copies a database into a new folder inside of `temporaryFolder`, which must exist.
    ///
    /// - Parameters:
    ///   - wal: The WAL, or `nil` if it's beside the database under its usual name.
    ///   - afterReading: Called after each attempt has read both files, before they are checked for changes.
    package init(
        of source: FilePath, wal: FilePath? = nil, in temporaryFolder: FilePath,
        limits: DatabaseCopyLimits = DatabaseCopyLimits(), afterReading: () -> Void = {}
    ) throws(Failure) {
        folder = temporaryFolder.appending("catalogue-\(UUID().uuidString)")
        path = folder.appending("catalogue.sqlite")
        let made = folder.withPlatformString { mkdir($0, 0o700) }
        guard made == 0 else { throw .unwritable(path: folder, .current) }
        do throws(Failure) {
            let wal = wal ?? source.wal
            var wait = limits.firstWait
            for attempt in 1...max(1, limits.attemptCount) {
                if attempt > 1 {
                    usleep(UInt32(clamping: wait * 1_000))
                    wait *= 2
                }
                let before = try Self.state(of: source, wal: wal)
                try Self.checkSpace(for: before, in: folder, limits: limits)
                try Self.copy(source, size: before.database.size, to: path)
                if let state = before.wal { try Self.copy(wal, size: state.size, to: path.wal) }
                afterReading()
                if try Self.state(of: source, wal: wal) == before { return }
                remove(path)
                remove(path.wal)
            }
            throw .changing
        } catch {
            delete()
            throw error
        }
    }

    /// Deletes the copy and its folder.
    package func delete() {
        let names = try? OpenFolder(at: folder).names()
        for name in names ?? [] { remove(folder.appending(name: name)) }
        _ = folder.withPlatformString { rmdir($0) }
    }

    private func remove(_ path: FilePath) {
        _ = path.withPlatformString { unlink($0) }
    }
}

extension DatabaseCopy {
    private struct FileState: Equatable {
        var identity: Stat.Identity
        var size: Int64
        var modificationTime: Int64
    }

    private struct State: Equatable {
        var database: FileState
        var wal: FileState?
        /// The salts in the header change when the WAL starts anew, even if its size stays.
        var walHeader: [UInt8] = []
    }

    private static func state(of source: FilePath, wal: FilePath) throws(Failure) -> State {
        guard let database = try fileState(source) else {
            throw .unreadable(path: source, .noSuchFileOrDirectory)
        }
        guard let walState = try fileState(wal) else { return State(database: database) }
        return try State(database: database, wal: walState, walHeader: header(of: wal))
    }

    private static func fileState(_ path: FilePath) throws(Failure) -> FileState? {
        let status: Stat
        do throws(Errno) {
            status = try Stat(path, flags: .symlinkNoFollow)
        } catch {
            guard error == .noSuchFileOrDirectory else { throw .unreadable(path: path, error) }
            return nil
        }
        guard status.isRegularFile else { throw .unusable(path: path) }
        return FileState(
            identity: status.identity, size: Int64(status.size), modificationTime: status.modificationTime)
    }

    private static func header(of path: FilePath) throws(Failure) -> [UInt8] {
        do {
            let file = try FileDescriptor.open(path, .readOnly, options: [.noFollow, .closeOnExec])
            return try file.closeAfter {
                try [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
                    count = try file.read(at: 0, into: UnsafeMutableRawBufferPointer(buffer))
                }
            }
        } catch {
            throw .unreadable(path: path, error as? Errno ?? .ioError)
        }
    }

    private static func checkSpace(
        for state: State, in folder: FilePath, limits: DatabaseCopyLimits
    ) throws(Failure) {
        let (size, isBeyond) = state.database.size.addingReportingOverflow(state.wal?.size ?? 0)
        guard !isBeyond, size >= 0, size <= limits.byteCount else { throw .unusable(path: folder) }
        var status = statvfs()
        guard folder.withPlatformString({ statvfs($0, &status) }) == 0 else { return }
        let (free, isHuge) = Int64(clamping: status.f_bavail).multipliedReportingOverflow(
            by: Int64(clamping: status.f_frsize))
        // SQLite adds the index of the WAL to the copy.
        let needed = size + size / 64 + limits.reserve
        guard isHuge || free >= needed else { throw .tooLittleSpace(needed: needed, free: free) }
    }

    /// Copies the bytes that the file had when its state was read. The file can grow meanwhile.
    private static func copy(_ source: FilePath, size: Int64, to path: FilePath) throws(Failure) {
        let input: FileDescriptor
        do {
            input = try FileDescriptor.open(source, .readOnly, options: [.noFollow, .closeOnExec])
        } catch {
            throw .unreadable(path: source, error as? Errno ?? .ioError)
        }
        defer { try? input.close() }
        let output: FileDescriptor
        do {
            output = try FileDescriptor.open(
                path, .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
                permissions: FilePermissions(rawValue: 0o600))
        } catch {
            throw .unwritable(path: path, error as? Errno ?? .ioError)
        }
        defer { try? output.close() }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { buffer.deallocate() }
        var offset: Int64 = 0
        while offset < size {
            let count: Int
            let rest = Int(clamping: min(size - offset, Int64(buffer.count)))
            do throws(Errno) {
                count = try input.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<rest]))
            } catch {
                throw .unreadable(path: source, error)
            }
            guard count > 0 else { return }
            do throws(Errno) {
                try output.write(all: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            } catch {
                throw .unwritable(path: path, error)
            }
            offset += Int64(count)
        }
    }
}

extension FilePath {
    /// The path of a database's WAL.
    fileprivate var wal: FilePath { FilePath(platformString: bytes.map { CChar(bitPattern: $0) } + Self.walEnd) }

    private static let walEnd: [CChar] = "-wal".utf8.map { CChar(bitPattern: $0) } + [0]
}
