import Foundation
import MediaRequests

/// The environment of a worker. It excludes the host's variables, which may contain secrets, except the search path
/// of libraries.
enum WorkerEnvironment {
    private static let inherited = ["LD_LIBRARY_PATH"]

    /// Disables translations and sets a fixed time zone, so that no library reads files for them. Keeps libvips from
    /// generating code, which needs memory that is both writable and executable. Keeps libvips from writing large
    /// images to temporary files, which the sandbox forbids; the memory limit bounds them.
    ///
    /// Lets the C library keep up to 32 MB of freed memory for the next image. Otherwise, the kernel would provide the
    /// memory for each image again, page by page.
    private static let own = [
        "LC_ALL": "C", "TZ": "UTC0", "VIPS_DISC_THRESHOLD": "1000g", "VIPS_NOVECTOR": "1",
        "MALLOC_MMAP_THRESHOLD_": "\(32 << 20)", "MALLOC_TRIM_THRESHOLD_": "\(32 << 20)",
    ]

    static func values(of host: [String: String] = ProcessInfo.processInfo.environment) -> [String: String] {
        own.merging(host.filter { inherited.contains($0.key) }) { own, _ in own }
    }

    /// Calls a closure with the environment in the form that `posix_spawn` takes.
    static func withList<Answer>(_ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Answer) -> Answer {
        CStrings.withList(values().sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }, body)
    }
}
