import Foundation
package import MediaRequests
import ProgramFiles

/// The location of the worker program.
package enum WorkerLocation {
    package static let programName = "albumen-media-worker"

    /// Returns the program that `ALBUMEN_MEDIA_WORKER` names, or the one that `ProgramLocation` finds.
    package static func find(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(MediaError) -> String {
        if let named = environment["ALBUMEN_MEDIA_WORKER"], !named.isEmpty {
            guard access(named, X_OK) == 0 else {
                throw MediaError(
                    .workerMissing,
                    "ALBUMEN_MEDIA_WORKER names \(named), which is not a program that can be run.")
            }
            return named
        }
        if let found = ProgramLocation.find(programName, environment: environment) { return found }
        throw MediaError(
            .workerMissing,
            """
            There is no program \(programName) \(ProgramLocation.searchedPlaces). Add the product \
            \"\(programName)\" of the package \"albumen\" to your executable, install albumen, or set \
            ALBUMEN_MEDIA_WORKER to its path.
            """)
    }
}
