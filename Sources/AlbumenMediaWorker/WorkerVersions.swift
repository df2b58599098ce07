import CAlbumenSystem
import Imaging

/// The versions of the code that decodes files. A file on which one version failed may succeed with the next.
enum WorkerVersions {
    /// Includes a fingerprint of the program and its libraries, so that each new build counts as a new version. The
    /// version names are for people.
    static var text: String {
        let build = String(albumen_program_fingerprint(), radix: 16)
        return (["build \(build)"] + ImagingVersions.libraries).joined(separator: ", ")
    }
}
