import AlbumenTestSupport
import BlobStore
import Foundation

/// `rclone serve s3` on a folder of this machine, and `rclone` as its client.
final class CloudStore {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let keys = (access: "AKIDEXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")

    private let program: String
    private let buckets: URL
    private let server: ServerProgram

    init(in folder: URL) throws {
        let build = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        // The program is in .build/TRIPLE/release.
        program =
            build.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("object-stores/rclone/bin/rclone").path
        guard FileManager.default.isExecutableFile(atPath: program) else {
            throw Failure(description: "\(program) is missing. Run script/object-stores.")
        }
        buckets = folder.appendingPathComponent("buckets", isDirectory: true)
        try FileManager.default.createDirectory(
            at: buckets.appendingPathComponent("photos"), withIntermediateDirectories: true)
        server = try ServerProgram(
            [
                program, "serve", "s3", "--auth-key", "\(Self.keys.access),\(Self.keys.secret)", "--addr",
                "127.0.0.1:0", "--vfs-cache-mode", "off", "--config", "/dev/null", buckets.path,
            ], environment: ProcessInfo.processInfo.environment, log: folder.appendingPathComponent("rclone.log"))
        setenv("AWS_ACCESS_KEY_ID", Self.keys.access, 1)
        setenv("AWS_SECRET_ACCESS_KEY", Self.keys.secret, 1)
    }

    var address: String { server.address }

    /// Returns the settings of a place with this prefix.
    func settings(_ prefix: String) -> CloudSettings {
        var settings = CloudSettings(address: "s3://photos/\(prefix)")
        settings.endpoint = server.address
        settings.credentials = .environment
        return settings
    }

    /// Deletes all objects with a prefix.
    func remove(_ prefix: String) throws {
        try FileManager.default.removeItem(at: buckets.appendingPathComponent("photos/\(prefix)"))
    }

    /// Copies a folder to a prefix, or a prefix to a folder, with rclone.
    func copy(_ source: String, _ target: String, concurrency: Int) throws {
        try rclone(["copy", source, target, "--transfers", "\(concurrency)", "--checkers", "\(concurrency)"])
    }

    /// Compares the bytes of a folder and a prefix with rclone, which downloads all objects.
    func compare(_ source: String, _ target: String, concurrency: Int) throws {
        try rclone(["check", "--download", source, target, "--checkers", "\(concurrency)"])
    }

    /// Returns rclone's name of a prefix.
    func remote(_ prefix: String) -> String { ":s3:photos/\(prefix)" }

    /// Downloads an object with curl.
    func curl(_ prefix: String, _ name: RemoteName, to file: URL) throws {
        try VideoBenchmarks.program(
            "/usr/bin/curl",
            [
                "-sS", "--fail", "--aws-sigv4", "aws:amz:us-east-1:s3", "-u", "\(Self.keys.access):\(Self.keys.secret)",
                "-o", file.path, "\(server.address)/photos/\(prefix)/\(name.text)",
            ])
    }

    private func rclone(_ arguments: [String]) throws {
        try VideoBenchmarks.program(
            program,
            arguments + [
                "--config", "/dev/null", "--log-level", "ERROR", "--s3-provider", "Rclone", "--s3-endpoint",
                server.address, "--s3-env-auth", "--s3-no-check-bucket",
            ])
    }
}
