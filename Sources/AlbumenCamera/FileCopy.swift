import CLibGPhoto2
import CameraWire
import FoundationEssentials
import Glibc

/// A copy of a camera's file in a temporary file without a name.
final class FileCopy {
    let path: String
    private let descriptor: Int32

    /// How many bytes a file can have more than the camera says.
    private static let slack: Int64 = 1 << 20

    /// - Parameters:
    ///   - byteCount: The size of the file. A device that sends more can't fill the disk.
    ///   - read: Lets the driver write the file's bytes.
    init(
        of path: String, byteCount: Int64, _ read: (OpaquePointer?) throws(CameraFailure) -> Void
    ) throws(CameraFailure) {
        self.path = path
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        limit.rlim_cur = min(limit.rlim_max, rlim_t(max(0, min(byteCount, .max - Self.slack)) + Self.slack))
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        let folder = ProcessInfo.processInfo.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var template = Array("\(folder)/albumen-camera-XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw CameraFailure(.temporaryFolder, "\(folder): \(String(cString: strerror(errno)))")
        }
        unlink(template)
        var file: OpaquePointer?
        // The driver's object closes its descriptor.
        let result = gp_file_new_from_fd(&file, dup(descriptor))
        do throws(CameraFailure) {
            try DriverResult.check(result)
            try read(file)
            gp_file_unref(file)
        } catch {
            if file != nil { gp_file_unref(file) }
            throw Self.isFull(folder) ? CameraFailure(.temporaryFolder, "\(folder): it's full") : error
        }
    }

    deinit { close(descriptor) }

    func read(at offset: Int64, count: Int) throws(CameraFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let read = bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress?.advanced(by: done), count - done, off_t(offset) + off_t(done))
            }
            if read == 0 { break }
            guard read > 0 || errno == EINTR else {
                throw CameraFailure(.temporaryFolder, "the copy can't be read: \(String(cString: strerror(errno)))")
            }
            done += max(0, read)
        }
        bytes.removeLast(count - done)
        return bytes
    }

    /// The driver's error doesn't tell a full disk from a failing camera.
    private static func isFull(_ folder: String) -> Bool {
        var status = statvfs()
        return statvfs(folder, &status) == 0 && status.f_bavail == 0
    }
}
