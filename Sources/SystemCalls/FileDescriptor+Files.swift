internal import Glibc
package import SystemPackage

extension FileDescriptor {
    /// Writes all of the bytes, in as many steps as the system needs.
    ///
    /// - Parameter offset: The position in the file, or `nil` to write at the descriptor's position and move it.
    package func write(all bytes: UnsafeRawBufferPointer, at offset: Int64? = nil) throws(Errno) {
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
            let count = try SystemCall.retrying {
                guard let offset else { return Glibc.write(rawValue, rest.baseAddress, rest.count) }
                return Glibc.pwrite(rawValue, rest.baseAddress, rest.count, off_t(offset) + off_t(written))
            }
            // Prevents an endless loop if a device writes nothing and reports no error.
            guard count > 0 else { throw .ioError }
            written += count
        }
    }

    /// Reads bytes at an offset, without moving the descriptor's position.
    ///
    /// - Returns: the number of bytes read; 0 at the end of the file.
    package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
        try SystemCall.retrying { Glibc.pread(rawValue, buffer.baseAddress, buffer.count, off_t(offset)) }
    }

    /// Waits until the file's bytes are on the disk.
    package func synchronize() throws(Errno) {
        try SystemCall.retrying { fsync(rawValue) }
    }

    /// Waits until the names in this folder are on the disk. Ignores the failure of network file systems that can't
    /// synchronize a folder. Their servers confirm a rename when it is durable.
    package func synchronizeNames() throws(Errno) {
        do throws(Errno) {
            try synchronize()
        } catch {
            guard error == .invalidArgument || error == .notSupported else { throw error }
        }
    }

    /// Waits for the exclusive lock of the open file (`flock`). It is released when the last descriptor of the open
    /// file is closed.
    package func lock() throws(Errno) {
        try SystemCall.retrying { flock(rawValue, LOCK_EX) }
    }

    /// Takes the exclusive lock of the open file if it is free.
    ///
    /// - Returns: `false` if another open file has the lock.
    package func lockIfFree() throws(Errno) -> Bool { try tryLock(LOCK_EX) }

    /// Takes the lock of the open file together with others who only look, if nobody has the exclusive lock.
    ///
    /// - Returns: `false` if another open file has the exclusive lock.
    package func shareLockIfFree() throws(Errno) -> Bool { try tryLock(LOCK_SH) }

    /// Releases the lock of the open file at once. Closing the descriptor isn't enough: a program that is being started
    /// has a copy of it until the system has loaded the program.
    package func unlock() throws(Errno) {
        try SystemCall.retrying { flock(rawValue, LOCK_UN) }
    }

    private func tryLock(_ kind: Int32) throws(Errno) -> Bool {
        do throws(Errno) {
            try SystemCall.retrying { flock(rawValue, kind | LOCK_NB) }
            return true
        } catch {
            guard error == .wouldBlock else { throw error }
            return false
        }
    }

    /// Returns the status of the open file.
    package func status() throws(Errno) -> Stat {
        try Stat(self)
    }
}
