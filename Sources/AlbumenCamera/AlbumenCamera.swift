import CAlbumenSystem
import CameraWire
import Dispatch
import Glibc

/// `albumen-camera` reads cameras with libgphoto2 for an import, in a process of its own, because drivers parse what
/// hostile devices send. The import starts it with a socket as its standard input. It never changes a device.
@main
enum AlbumenCamera {
    static func main() {
        var status = stat()
        guard fstat(0, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
            writeError("is started by albumen, not by hand.")
            exit(64)
        }
        // Cameras have local times. In UTC, they are the same on each visit, wherever this computer is by then.
        setenv("TZ", "UTC0", 1)
        tzset()
        // Drivers convert the names of files to the encoding of the locale. Otherwise, many names would be question marks.
        setlocale(LC_CTYPE, "C.UTF-8")
        // A file that is larger than its limit is an error of the driver.
        signal(SIGXFSZ, SIG_IGN)
        setLimits()
        watchHost()
        let channel = CameraChannel(socket: 0)
        var service = CameraService(channel: channel)
        do {
            while true {
                let request = try channel.receive(CameraRequest.self).head
                try service.answer(request)
            }
        } catch CameraChannel.Failure.closed {
            service.close()
            exit(0)
        } catch {
            writeError("\(error)")
            exit(1)
        }
    }

    private static func writeError(_ message: String) {
        let line = Array("albumen-camera: \(message)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }

    private static let memoryLimit: rlim_t = 1 << 30

    private static func setLimits() {
        _ = albumen_renounce_new_privileges()
        // Some drivers hold files in memory.
        var memory = rlimit(rlim_cur: memoryLimit, rlim_max: memoryLimit)
        setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &memory)
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }

    /// How long the driver may take to close the camera.
    private static let secondsToClose: UInt32 = 5

    /// Ends the program when the import ends, also while a driver hangs.
    private static func watchHost() {
        // Not a thread of Foundation, which would link ICU. That is many times larger than the rest of this program.
        DispatchQueue(label: "albumen.camera.host").async {
            // Reports only the end of the other side.
            var entry = pollfd(fd: 0, events: 0, revents: 0)
            while poll(&entry, 1, -1) <= 0 {}
            sleep(secondsToClose)
            _exit(0)
        }
    }
}
