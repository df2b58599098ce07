import CAlbumenSystem
import Imaging

/// What decides how a file is decoded: a file that one version failed on may be fine with the next.
enum WorkerVersions {
    /// A new build or a new library counts without anybody numbering it. The names are for people.
    static var text: String {
        let build = String(albumen_program_fingerprint(), radix: 16)
        return (["build \(build)"] + ImagingVersions.libraries).joined(separator: ", ")
    }
}
