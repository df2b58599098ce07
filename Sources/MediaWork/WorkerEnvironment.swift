import Foundation

/// The environment of a worker: nothing of the host's, in which there may be secrets, but where its libraries are.
enum WorkerEnvironment {
    private static let inherited = ["LD_LIBRARY_PATH"]

    /// No translations and the same time zone everywhere, so that neither is asked of a file; and libvips writes no code at run
    /// time, for which it would need memory that can be both written and executed. Nor does libvips put large pictures into
    /// temporary files, which the sandbox forbids: the limit on the worker's memory bounds them.
    private static let own = [
        "LC_ALL": "C", "TZ": "UTC0", "VIPS_DISC_THRESHOLD": "1000g", "VIPS_NOVECTOR": "1",
    ]

    static func values(of host: [String: String] = ProcessInfo.processInfo.environment) -> [String: String] {
        own.merging(host.filter { inherited.contains($0.key) }) { own, _ in own }
    }

    /// Lends the environment as posix_spawn takes it.
    static func withList<Answer>(_ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Answer) -> Answer {
        var list = values().sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") }
        defer { for entry in list { free(entry) } }
        list.append(nil)
        return body(list)
    }
}
