@_spi(Storage) import Albumen
import Foundation
import Photos

/// Measures how soon images of photographs without stored pictures are visible.
struct FirstImages {
    private let asking: ImageAsking

    init(libraryFolder: String) throws {
        asking = try ImageAsking(libraryFolder: libraryFolder)
    }

    /// The time from a request to its first degraded image, and to its final image. Returns the medians over all
    /// photographs, requested one by one.
    func seconds() throws -> [Double] {
        try asking.library.storage.derivatives.removeAll()
        let assets = asking.assets()
        // Not measured: these requests start the worker.
        for asset in assets.prefix(2) { _ = try asking.timesOfAnswers(for: asset) }
        var (degraded, final): ([Double], [Double]) = ([], [])
        for asset in assets.dropFirst(2) {
            let times = try asking.timesOfAnswers(for: asset)
            guard let first = times.degraded else {
                throw ImageMedia.Failure(description: "A photograph has no degraded image.")
            }
            degraded.append(first)
            final.append(times.final)
        }
        return [Measurement.median(degraded), Measurement.median(final)]
    }
}
