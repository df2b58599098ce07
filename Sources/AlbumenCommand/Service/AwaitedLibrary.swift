import Albumen
import Foundation

/// Waits for the library of a service: its disk may be mounted late, or its owner may make it later. Otherwise, systemd
/// would give up after some starts.
struct AwaitedLibrary {
    /// Shorter than any watchdog's time.
    private static let interval: TimeInterval = 5

    let options: LibraryOptions
    let supervisor: ServiceSupervisor

    /// Returns when the library is there. Until then, the supervisor takes the service for started.
    ///
    /// - Parameter interval: The seconds between two looks.
    /// - Throws: The error of the configuration or of the file system, if the folder can't be determined.
    func wait(interval: TimeInterval = Self.interval) throws {
        var isReported = false
        while true {
            // The configuration may change meanwhile.
            let folder = try options.folder()
            if try Library.isPresent(at: folder) { return }
            if !isReported {
                StandardError.write(
                    line: "albumen: There is no library at \(PrintableText.line(folder.path)) yet. The service waits "
                        + "for it. Mount its disk, or make one by importing photos: albumen import FOLDER",
                    as: .warning)
                supervisor.tell(.ready, .status("Waits for the library \(folder.path)"))
                isReported = true
            }
            Thread.sleep(forTimeInterval: interval)
            supervisor.tell(.alive)
        }
    }
}
