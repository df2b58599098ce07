import Albumen
package import BlobStore
import Cancellation
package import Foundation

extension TemporaryLibrary {
    /// Connects the library to a folder, uploads all originals, and removes them from the library's folder. Pictures are
    /// made before.
    package func moveOriginals(to place: TemporaryFolder) throws {
        try moveOriginals(to: CloudSettings(address: "dir:\(place.path.dropLast())"))
    }

    /// Connects the library to a place, uploads all originals, and removes them from the library's folder.
    package func moveOriginals(to settings: CloudSettings) throws {
        let cancellation = WorkCancellation()
        try library.connect(settings, takingOver: false, cancellation)
        _ = try CloudSync(of: library, cancellation).run()
        _ = try CloudEviction(of: library, cancellation).run(keeping: 0)
    }
}

extension SampleMedia {
    /// Returns a movie of 24 MB whose frames are far behind its tables, as in a long video.
    package static func gappedMovie() -> Data { h264Movie(frames: 50, framesPerSecond: 10, gap: 24 << 20) }
}
