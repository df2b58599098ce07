import Foundation
package import MediaRequests

/// The location of the worker program.
package enum WorkerLocation {
    package static let programName = "albumen-media-worker"

    /// Returns the first match in `ALBUMEN_MEDIA_WORKER`, the folder of the running program, and the folders of
    /// `PATH`.
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
            The program \(programName) is neither beside this one nor in PATH. Add the product \
            \"\(programName)\" of the package \"albumen\" to your executable, install albumen, or set \
            ALBUMEN_MEDIA_WORKER to its path.
            """)
    }
}
