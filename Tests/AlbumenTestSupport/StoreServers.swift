package import Foundation
import HTTPTransfers
package import ObjectStore
import Synchronization

/// The S3-compatible stores that tests use, each started once. `script/object-stores` installs them.
package enum StoreServers {
    package static let accessKey = "AKIDEXAMPLE"
    package static let secretKey = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"

    /// `rclone serve s3`, or `nil` if it isn't installed.
    package static let rclone: ServerProgram? = {
        guard let program = find("rclone") else { return nil }
        do {
            let folder = keep(try TemporaryFolder())
            try folder.makeFolder("buckets/photos")
            return try ServerProgram(
                [
                    program, "serve", "s3", "--auth-key", "\(accessKey),\(secretKey)", "--addr", "127.0.0.1:0",
                    "--vfs-cache-mode", "off", "--config", folder.path + "/none", folder.path + "/buckets",
                ], environment: environment, log: folder.file("rclone.log"))
        } catch {
            print("rclone serve s3 doesn't start, so it isn't tested: \(error)")
            return nil
        }
    }()

    /// `moto_server`, or `nil` if it isn't installed.
    package static let moto: ServerProgram? = {
        guard let python = find("python3") else { return nil }
        do {
            let found = try ProgramRun.run(
                URL(filePath: python), ["-c", "import moto.server, flask"], environment: environment)
            guard found.exitStatus == 0 else {
                print("moto isn't installed, so it isn't tested. Run script/object-stores.")
                return nil
            }
            let folder = keep(try TemporaryFolder())
            let server = try ServerProgram(
                [python, "-m", "moto.server", "-H", "127.0.0.1", "-p", "0"], environment: environment,
                log: folder.file("moto.log"))
            try makeBucket(at: server.address)
            return server
        } catch {
            print("moto_server doesn't start, so it isn't tested: \(error)")
            return nil
        }
    }()

    /// SeaweedFS, or `nil` if it isn't installed. It honours conditions.
    package static let seaweed: ServerProgram? = {
        guard let program = find("weed") else { return nil }
        do {
            return try SeaweedServer.start(program, in: keep(try TemporaryFolder()))
        } catch {
            print("SeaweedFS doesn't start, so it isn't tested: \(error)")
            return nil
        }
    }()

    private static func keep(_ folder: TemporaryFolder) -> TemporaryFolder {
        keptFolders.withLock { $0.append(folder) }
        return folder
    }

    /// Folders that are needed as long as the servers.
    private static let keptFolders = Mutex<[TemporaryFolder]>([])

    package static var environment: [String: String] {
        var variables = ProcessInfo.processInfo.environment
        if let moto = installed("moto") { variables["PYTHONPATH"] = moto }
        return variables
    }

    /// Returns the path of a program, or `nil` if it isn't installed.
    package static func find(_ name: String) -> String? {
        let folders =
            ["rclone", "seaweedfs", "litestream"].compactMap { installed($0) }.map { "\($0)/bin" }
            + (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let path = folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        if path == nil { print("\(name) isn't installed, so it isn't tested. Run script/object-stores.") }
        return path
    }

    /// Returns the folder of packages that `script/object-stores` installed.
    private static func installed(_ name: String) -> String? {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = root.appending(path: ".build/object-stores/\(name)").path(percentEncoded: false)
        return FileManager.default.fileExists(atPath: folder) ? folder : nil
    }

    private static func makeBucket(at address: String) throws {
        // moto accepts any signature.
        var request = TransferRequest("PUT", "\(address)/photos")
        request.fields["Authorization"] =
            "AWS4-HMAC-SHA256 Credential=\(accessKey)/20200101/us-east-1/s3/aws4_request, SignedHeaders=host, "
            + "Signature=0"
        let (answer, _) = try HTTPTransfer(request).data()
        guard answer.isSuccess else { throw CocoaError(.featureUnsupported) }
    }

    /// Writes the keys of the stores to a file that only its owner can read. Returns the path.
    package static func writeKeys(in folder: TemporaryFolder) throws -> String {
        let text = "aws_access_key_id = \(accessKey)\naws_secret_access_key = \(secretKey)\n"
        let path = try folder.write(Data(text.utf8), to: "keys").path(percentEncoded: false)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        return path
    }

    /// Opens a place with a prefix of its own.
    package static func place(
        at address: String, prefix: String = UUID().uuidString, secretKey: String = secretKey,
        schedule: RetrySchedule = .quick,
        idleTimeout: @escaping @Sendable () -> TimeInterval = { TestPatience.seconds }, sessionToken: String? = nil
    ) throws -> S3Place {
        var options = S3PlaceOptions(try S3Address("s3://photos/\(prefix)", endpoint: address))
        options.schedule = schedule
        options.idleTimeout = idleTimeout
        return S3Place(options) {
            guard
                let keys = S3Credentials(
                    accessKey: Self.accessKey, secretKey: secretKey, sessionToken: sessionToken)
            else { throw CocoaError(.coderInvalidValue) }
            return keys
        }
    }
}

extension RetrySchedule {
    /// Minutes of attempts, for a store that may still handle a cancelled request and fail others meanwhile.
    package static var patient: RetrySchedule {
        var schedule = RetrySchedule()
        schedule.attemptLimit = 600
        schedule.firstWait = 0.01
        schedule.longestWait = 0.5
        return schedule
    }

    /// A schedule of a test, whose faults end soon.
    package static var quick: RetrySchedule {
        var schedule = RetrySchedule()
        schedule.firstWait = 0.01
        schedule.longestWait = 0.02
        return schedule
    }
}
