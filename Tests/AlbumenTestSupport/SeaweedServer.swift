import BlobStore
import Cancellation
import Foundation
import ObjectStore

/// Starts SeaweedFS with all of its parts in one process, at free ports of the loopback interface.
enum SeaweedServer {
    /// How often to try other ports. Another program can take a port before the server does.
    private static let attemptLimit = 5

    static func start(_ program: String, in folder: TemporaryFolder) throws -> ServerProgram {
        try writeKeys(in: folder)
        var attempt = 1
        while true {
            do {
                return try startOnce(program, in: folder, attempt)
            } catch {
                guard attempt < attemptLimit else { throw error }
                attempt += 1
            }
        }
    }

    private static func startOnce(
        _ program: String, in folder: TemporaryFolder, _ attempt: Int
    ) throws -> ServerProgram {
        let data = try folder.makeFolder("data-\(attempt)").path(percentEncoded: false)
        let names = ["master", "volume", "filer", "s3"].flatMap { ["\($0).port", "\($0).port.grpc"] }
        let ports = try freePorts(names.count)
        var command = [
            program, "server", "-dir=\(data)", "-ip=127.0.0.1", "-ip.bind=127.0.0.1", "-s3",
            "-s3.config=\(folder.path)/keys.json", "-s3.port.iceberg=0", "-s3.port.lance=0",
            // Sockets and reports that a test shouldn't leave or send.
            "-filer.localSocket=\(data)/filer", "-s3.localSocket=\(data)/s3", "-master.telemetry=false",
            "-master.volumeSizeLimitMB=1024", "-volume.max=0", "-volume.preStopSeconds=0",
        ]
        command += zip(names, ports).map { "-\($0)=\($1)" }
        let address = "http://127.0.0.1:\(ports[names.firstIndex(of: "s3.port") ?? 0])"
        return try ServerProgram(
            command, environment: StoreServers.environment, log: folder.file("seaweed-\(attempt).log")
        ) {
            isReady(address) ? address : nil
        }
    }

    /// Stores a document, for which SeaweedFS creates the bucket.
    private static func isReady(_ address: String) -> Bool {
        guard let machine = RemoteAdvice.MachineName("start") else { return false }
        do {
            try StoreServers.place(at: address, prefix: "start").overwrite(
                .machine(machine), with: Data(), WorkCancellation())
            return true
        } catch {
            // It isn't listening yet, or has no volumes yet.
            return false
        }
    }

    private static func writeKeys(in folder: TemporaryFolder) throws {
        let keys = ["accessKey": StoreServers.accessKey, "secretKey": StoreServers.secretKey]
        let identity: [String: Any] = ["name": "tests", "credentials": [keys], "actions": ["Admin"]]
        try folder.write(
            JSONSerialization.data(withJSONObject: ["identities": [identity]]), to: "keys.json")
    }

    private static func freePorts(_ count: Int) throws -> [UInt16] {
        let listeners = try (0..<count).map { _ in try LoopbackSocket.listen() }
        for listener in listeners { close(listener.socket) }
        return listeners.map(\.port)
    }
}
