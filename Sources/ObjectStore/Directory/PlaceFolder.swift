import BlobStore
import CAlbumenSystem
import Foundation
import Glibc
import SystemCalls
import SystemPackage

/// An open file of a place.
struct PlaceFile {
    let file: OpenFile
    let descriptor: FileDescriptor

    init(takingOver descriptor: Int32) {
        file = OpenFile(takingOver: descriptor)
        self.descriptor = FileDescriptor(rawValue: descriptor)
    }

    /// Reads at most `count` bytes at an offset.
    ///
    /// - Returns: An empty value at the end of the file.
    func read(at offset: Int64, count: Int) throws(Errno) -> Data {
        guard let bytes = malloc(max(1, count)) else { throw .noMemory }
        do throws(Errno) {
            let read = try descriptor.read(
                at: offset, into: UnsafeMutableRawBufferPointer(start: bytes, count: count))
            return Data(bytesNoCopy: bytes, count: read, deallocator: .free)
        } catch {
            free(bytes)
            throw error
        }
    }
}

/// An open folder of a place. It finds files by one component of a name, and follows no symbolic link.
struct PlaceFolder {
    private let file: PlaceFile

    /// Opens the place's own folder, which may be a symbolic link.
    init(path: String) throws(Errno) {
        file = PlaceFile(
            takingOver: try SystemCall.retrying { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
    }

    private init(_ file: PlaceFile) {
        self.file = file
    }

    private var descriptor: Int32 { file.descriptor.rawValue }

    func folder(_ name: String, creating: Bool) throws(Errno) -> PlaceFolder {
        do throws(Errno) {
            return PlaceFolder(try open(name, O_RDONLY | O_DIRECTORY))
        } catch {
            guard error == .noSuchFileOrDirectory, creating else { throw error }
        }
        do throws(Errno) {
            try SystemCall.retrying { mkdirat(descriptor, name, 0o700) }
            try synchronize()
        } catch {
            // Another process created it meanwhile.
            guard error == .fileExists else { throw error }
        }
        return PlaceFolder(try open(name, O_RDONLY | O_DIRECTORY))
    }

    func open(_ name: String, _ flags: Int32) throws(Errno) -> PlaceFile {
        let flags = flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        return PlaceFile(takingOver: try SystemCall.retrying { openat(descriptor, name, flags) })
    }

    /// Creates a file. Only its owner can read it.
    func create(_ name: String) throws(Errno) -> PlaceFile {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        return PlaceFile(takingOver: try SystemCall.retrying { openat(descriptor, name, flags, 0o600) })
    }

    /// Returns the status of a file, or `nil` if it's missing.
    func status(_ name: String) throws(Errno) -> Stat? {
        do throws(Errno) {
            return try Stat(name, relativeTo: file.descriptor, flags: .symlinkNoFollow)
        } catch {
            guard error == .noSuchFileOrDirectory else { throw error }
            return nil
        }
    }

    /// Returns the names of its files and folders, sorted by their bytes. Leaves out names that aren't UTF-8.
    func names() throws(Errno) -> [String] {
        try OpenFolder(file.descriptor).textNames()
    }

    /// Removes a file. A missing file isn't an error.
    func remove(_ name: String) throws(Errno) {
        do throws(Errno) {
            try SystemCall.retrying { unlinkat(descriptor, name, 0) }
        } catch {
            guard error == .noSuchFileOrDirectory else { throw error }
        }
    }

    func removeIfPossible(_ name: String) {
        _ = unlinkat(descriptor, name, 0)
    }

    /// Makes the names in the folder durable.
    func synchronize() throws(Errno) {
        try file.descriptor.synchronizeNames()
    }

    /// Moves a file to a name in a folder, unless the name is taken. Afterwards the new name is durable.
    ///
    /// - Parameter isAtomic: Whether to fail with `missingExclusion` if the file system can't do it in one step.
    /// - Returns: Whether the file was moved.
    func move(
        _ name: String, to folder: PlaceFolder, as newName: String, isAtomic: Bool = false
    ) throws(Errno) -> Bool {
        do throws(Errno) {
            do throws(Errno) {
                try SystemCall.retrying { linkat(descriptor, name, folder.descriptor, newName, 0) }
            } catch {
                guard Set<Errno>.withoutHardLinks.contains(error) else { throw error }
                try moveWithoutLinks(name, to: folder, as: newName, isAtomic: isAtomic)
            }
        } catch {
            guard error == .fileExists else { throw error }
            return false
        }
        removeIfPossible(name)
        try folder.synchronize()
        return true
    }

    /// Moves a file to a name in a folder, and replaces the file with this name. Afterwards the new name is durable.
    func replace(_ name: String, to folder: PlaceFolder, as newName: String) throws(Errno) {
        try SystemCall.retrying { renameat(descriptor, name, folder.descriptor, newName) }
        try folder.synchronize()
    }

    /// Moves a file on a file system without hard links, such as exFAT.
    func moveWithoutLinks(
        _ name: String, to folder: PlaceFolder, as newName: String, isAtomic: Bool = false
    ) throws(Errno) {
        let failure = Errno(
            rawValue: albumen_rename_between_exclusively(descriptor, name, folder.descriptor, newName))
        if failure.rawValue == 0 { return }
        guard [.invalidArgument, .noFunction, .notSupported].contains(failure) else { throw failure }
        guard !isAtomic else { throw .missingExclusion }
        // The file system has neither. Another process could take the name after this check.
        guard try folder.status(newName) == nil else { throw .fileExists }
        try SystemCall.retrying { renameat(descriptor, name, folder.descriptor, newName) }
    }
}
