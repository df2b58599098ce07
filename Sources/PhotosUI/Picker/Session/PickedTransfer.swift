import Dispatch
import Foundation
import Glibc
import HTTPTransfers
import ItemProviders
import PhotoLibrary
import PickerWire
import Synchronization
import SystemCalls
import SystemPackage

/// One load of a chosen asset: it has the server make the files, and writes them into a new folder.
final class PickedTransfer: Sendable {
    private struct State {
        var transfer: HTTPTransfer?
        var isCancelled = false
    }

    /// The units of the whole progress, and those for making a file.
    private static let units: Int64 = 1000
    private static let makingUnits = 800.0

    private let lease: PickerLease
    private let files: [PickedFile]
    private let bundleName: String?
    private let progress = PhasedProgress(totalUnitCount: PickedTransfer.units)
    private let state = Mutex(State())
    private let cancellation = DispatchSemaphore(value: 0)

    /// - Parameter bundleName: The name of a folder that the files belong into. `nil` for a single file.
    init(_ lease: PickerLease, _ files: [PickedFile], bundleName: String?) {
        self.lease = lease
        self.files = files
        self.bundleName = bundleName
    }

    /// - Parameter completion: Takes the file or the folder, alone in a new folder of `ItemFolders`, or an error.
    func start(_ completion: @escaping @Sendable (URL?, (any Error)?) -> Void) -> Progress {
        progress.cancellationHandler = { [weak self] in self?.cancel() }
        PickerQueues.transfers.submit(.visible) {
            do {
                completion(try self.run(), nil)
            } catch {
                completion(nil, error)
            }
        }
        return progress
    }

    private func cancel() {
        let transfer = state.withLock { state in
            state.isCancelled = true
            return state.transfer
        }
        cancellation.signal()
        transfer?.cancel()
    }

    private func run() throws -> URL {
        try checkCancellation()
        let folder = try ItemFolders.shared.make()
        do {
            try make()
            return try load(into: folder)
        } catch {
            ItemFolders.delete(folder)
            throw error
        }
    }

    private func checkCancellation() throws {
        if state.withLock({ $0.isCancelled }) { throw CocoaError(.userCancelled) }
    }

    /// Keeps a transfer so that `cancel` finds it.
    private func keep(_ transfer: HTTPTransfer) {
        let isCancelled = state.withLock { state in
            state.transfer = transfer
            return state.isCancelled
        }
        if isCancelled { transfer.cancel() }
    }

    // MARK: Making

    private var madeFiles: [PickedFile] { files.filter { $0.byteCount == nil } }

    /// Waits until the server has made all files.
    private func make() throws {
        let made = madeFiles
        for (index, file) in made.enumerated() {
            progress.phase = .converting
            while true {
                let document: PickProgressDocument = try lease.server.document(
                    "GET", "\(file.path)/progress", token: lease.token, start: keep)
                progress.phase = document.phase == .downloading ? .downloading : .converting
                let fraction = document.phase == .ready ? 1 : min(max(document.fraction, 0), 1)
                report(Self.makingUnits * (Double(index) + fraction) / Double(made.count))
                if document.phase == .ready { break }
                _ = cancellation.wait(timeout: .now() + .milliseconds(150))
                try checkCancellation()
            }
        }
    }

    // MARK: Loading

    private func load(into folder: URL) throws -> URL {
        progress.phase = .transferring
        var target = folder
        if let bundleName {
            target = folder.appending(path: Self.component(bundleName), directoryHint: .isDirectory)
            try SystemCall.checked("mkdir", target.path) { mkdir(target.path, 0o700) }
        }
        let first = madeFiles.isEmpty ? 0 : Self.makingUnits
        let share = (Double(Self.units) - first) / Double(max(1, files.count))
        for (index, file) in files.enumerated() {
            let url = target.appending(path: Self.component(file.name), directoryHint: .notDirectory)
            try load(file, to: url, units: (first + share * Double(index))..<(first + share * Double(index + 1)))
            if bundleName == nil { return url }
        }
        return target
    }

    private func load(_ file: PickedFile, to url: URL, units: Range<Double>) throws {
        let path = url.path(percentEncoded: false)
        let number = try SystemCall.checked("open", path) {
            open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        }
        let output = FileDescriptor(rawValue: number)
        defer { close(number) }
        var written: Int64 = 0
        var refusal = Data()
        let transfer = HTTPTransfer(lease.server.request("GET", file.path, token: lease.token))
        keep(transfer)
        let answer = try transfer.perform { answer, bytes in
            guard answer.isSuccess else {
                refusal.append(contentsOf: bytes.prefix(max(0, 65_536 - refusal.count)))
                return
            }
            try output.write(all: bytes)
            written += Int64(bytes.count)
            if let total = answer.byteCount ?? file.byteCount, total > 0 {
                let fraction = min(1, Double(written) / Double(total))
                report(units.lowerBound + (units.upperBound - units.lowerBound) * fraction)
            }
        }
        guard answer.isSuccess else {
            throw PickerServer.failure(answer, refusal, address: lease.server.address)
        }
        report(units.upperBound)
    }

    private func report(_ units: Double) {
        let count = min(Self.units, Int64(units))
        if count > progress.completedUnitCount { progress.completedUnitCount = count }
    }

    /// A name that the server sent, without folders.
    private static func component(_ name: String) -> String {
        let safe = name.replacing("/", with: "").replacing("\0", with: "").drop { $0 == "." }
        return safe.isEmpty ? "item" : String(safe)
    }
}
