import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import ObjectStore
import Testing

/// The program `albumen` with a library and a place for its originals.
final class CloudHarness: Sendable {
    enum Store: String, CaseIterable, Sendable {
        case folder, rclone, moto

        /// The server, or `nil` if it isn't installed. A folder has none.
        var server: ServerProgram? {
            switch self {
            case .folder: nil
            case .rclone: StoreServers.rclone
            case .moto: StoreServers.moto
            }
        }

        var isPresent: Bool { self == .folder || server != nil }
    }

    let command: CommandHarness
    private let store: Store
    private let keys: String

    init(_ store: Store) throws {
        self.store = store
        command = try CommandHarness()
        keys = try StoreServers.writeKeys(in: command.folder)
    }

    /// Runs `albumen`, which must succeed.
    @discardableResult
    func succeed(_ arguments: String..., comment: Comment? = nil) throws -> ProgramRun.Outcome {
        let outcome = try command.run(arguments)
        try #require(
            outcome.exitStatus == 0,
            "\(arguments): \(outcome.ending) \(outcome.output)\(outcome.error) \(comment?.rawValue ?? "")")
        return outcome
    }

    /// Connects the library to a new place, and returns it.
    ///
    /// - Parameter proxy: The way to the store.
    @discardableResult
    func connect(through proxy: FaultProxy? = nil) throws -> any RemoteBlobStore {
        let name = UUID().uuidString
        guard let server = store.server else {
            let folder = try command.folder.makeFolder("places/\(name)").path(percentEncoded: false)
            let path = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
            try succeed("cloud", "connect", "dir:\(path)")
            return try DirectoryPlace(path: path)
        }
        try succeed(
            "cloud", "connect", "s3://photos/\(name)", "--endpoint", proxy?.address ?? server.address, "--credentials",
            keys)
        return try StoreServers.place(at: server.address, prefix: name)
    }

    /// The originals on this machine, by the names of their files.
    func originals() throws -> [String: Data] {
        try Dictionary(
            uniqueKeysWithValues: command.blobs().map { ($0.lastPathComponent, try Data(contentsOf: $0)) })
    }

    /// The number of originals in a state of `cloud status`.
    func count(_ state: String) throws -> Int {
        let outcome = try command.run("cloud", "status", "--json")
        // 3 if a change has been only here for a minute.
        try #require([0, 3].contains(outcome.exitStatus), "\(outcome.error)")
        let status = try outcome.objects().first
        guard case .number(let count) = status?[state]?.object?["originals"] else {
            Issue.record("cloud status has no \(state).")
            return -1
        }
        return Int(count)
    }

    /// Runs a command and kills it at a random moment.
    ///
    /// - Parameter duration: The time of the whole command in seconds.
    /// - Returns: The moment, and whether the command was killed.
    func kill(_ arguments: [String], within duration: Double) throws -> (moment: Double, wasKilled: Bool) {
        let moment = Double.random(in: 0...duration * 1.1)
        let run = try ProgramRun(
            CommandHarness.executable, arguments, environment: command.environment,
            workingDirectory: command.folder.url)
        DispatchQueue.global().asyncAfter(deadline: .now() + moment) { run.kill(SIGKILL) }
        return (moment, try run.wait().ending == .signalled(SIGKILL))
    }

    /// Returns the time of some work in seconds.
    func time(_ work: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock.now
        try work()
        return (ContinuousClock.now - start) / .seconds(1)
    }
}

extension RemoteBlobStore {
    /// The names of all originals.
    func originals() throws -> [RemoteName] {
        try list("originals/", after: nil, limit: 1000, WorkCancellation()).elements.map(\.name)
    }
}
