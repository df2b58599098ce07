import Foundation
import MediaRequests
import MediaWork

/// The shared state of all rounds: the worker program and the checked limits.
struct FuzzedHost: Sendable {
    /// Much less than users would wait, and much more than a small file takes.
    static let timeoutInSeconds = 20
    /// Programs, libraries and the file, which no limit of a worker counts.
    private static let mappedInBytes = 512 << 20

    let workerCount: Int
    let traces: WorkerTraces
    /// The largest resident memory of a worker: its private memory, its output images and mapped files.
    let memoryLimitInBytes: Int
    let summary: String
    private let executable: String
    private let patience: WorkerPatience
    /// The folder of the files that workers are reading.
    let folder: URL

    init(workerCount: Int) throws {
        self.workerCount = workerCount
        executable = try WorkerLocation.find()
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("albumen-fuzz-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        traces = WorkerTraces(of: executable)
        var patience = WorkerPatience()
        patience.timeInMilliseconds = Int32(Self.timeoutInSeconds * 1000)
        patience.processorTimeInSeconds = UInt32(Self.timeoutInSeconds)
        let state = try WorkerPool(executable: executable, limit: 1, patience: patience).describe()
        self.patience = patience
        let privateLimit = state.memoryLimitInBytes.map { Int(clamping: $0) }
        memoryLimitInBytes =
            (privateLimit ?? 2 << 30) + RenderLimits.outputAreaInPixels * 4 + Self.mappedInBytes
        let missing =
            state.isWhole
            ? "the sandbox is whole"
            : "the sandbox is not whole: system calls \(state.isSystemCallFilterActive ? "" : "not ")filtered, "
                + state.complaints.joined(separator: "; ")
        summary = """
            \(executable), \(workerCount) at once; \(missing); private memory \
            \(privateLimit.map { "\($0 >> 20) MB" } ?? "without limit")
            """
    }

    /// Returns a pool with one worker, which starts with the first request and ends with the pool.
    func makePool() -> WorkerPool {
        WorkerPool(executable: executable, limit: 1, patience: patience)
    }

    func removeFiles() throws {
        try FileManager.default.removeItem(at: folder)
    }
}
