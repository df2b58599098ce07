import CameraWire
import Foundation
import PhotoSources
import Synchronization

/// A camera whose files are on disk, with faults.
final class CameraTree: CameraDevice {
    enum Fault {
        /// The camera shows nothing.
        case locked
        /// The camera is unplugged after this number of bytes.
        case unplugged(afterBytes: Int)
        case slow(Duration)
        /// A file loses its last bytes after it was listed.
        case shrinks(String, by: Int)
        case grows(String, by: Int)
        /// A file can't be read.
        case unreadable(String)
        /// A folder can't be listed.
        case unlistable(String)
        /// Each folder contains a folder.
        case endless
        /// Entries that no folder on disk has.
        case entries([CameraEntry])
    }

    let root: URL
    let description: CameraDescription
    private let faults: [Fault]
    private struct State {
        var byteCount = 0
        var isReading = false
        var overlaps = 0
        var isClosed = false
    }
    private let state = Mutex(State())

    init(
        _ root: URL, faults: [Fault] = [],
        description: CameraDescription = .init(model: "Test Camera", port: "usb:001,002", serialNumber: "A1B2C3D4")
    ) {
        self.root = root
        self.faults = faults
        self.description = description
    }

    /// How often two threads read at the same time.
    var overlaps: Int { state.withLock { $0.overlaps } }
    var isClosed: Bool { state.withLock { $0.isClosed } }

    func forEachEntry(of path: String, _ body: (CameraEntry) throws -> Bool) throws {
        for fault in faults {
            switch fault {
            case .locked: return
            case .endless: _ = try body(.folder("again"))
            case .entries(let entries) where path == "/":
                for entry in entries { guard try body(entry) else { return } }
            case .unlistable(let name) where path.hasSuffix("/" + name):
                throw SourceError(.unreadable, "“\(path)” can't be read: I/O problem (-7).")
            default: break
            }
        }
        let folder = root.appendingPathComponent(path)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            var isFolder: ObjCBool = false
            let place = folder.appendingPathComponent(name).path
            guard FileManager.default.fileExists(atPath: place, isDirectory: &isFolder) else { continue }
            let attributes = try FileManager.default.attributesOfItem(atPath: place)
            let entry =
                isFolder.boolValue
                ? CameraEntry.folder(name)
                : .file(
                    CameraFile(
                        name: name, size: (attributes[.size] as? NSNumber)?.int64Value ?? 0,
                        modificationTime: Int64((attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0)))
            guard try body(entry) else { return }
        }
    }

    func read(_ path: CameraPath, byteCount: Int64, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        state.withLock { state in
            if state.isReading { state.overlaps += 1 }
            state.isReading = true
        }
        defer { state.withLock { $0.isReading = false } }
        guard var data = try? Data(contentsOf: root.appendingPathComponent(path.description)) else {
            throw SourceError(.unreadable, "“\(path)” isn't there any more: File not found (-108).")
        }
        for fault in faults {
            switch fault {
            case .unreadable(path.name): throw SourceError(.unreadable, "“\(path)” can't be read: I/O problem (-7).")
            case .shrinks(path.name, let count): data.removeLast(count)
            case .grows(path.name, let count): data.append(Data(count: count))
            case .slow(let time): Thread.sleep(forTimeInterval: time / .seconds(1))
            default: break
            }
        }
        for start in stride(from: 0, to: data.count, by: 1_000) {
            let piece = [UInt8](data[start..<min(start + 1_000, data.count)])
            let total = state.withLock { state in
                state.byteCount += piece.count
                return state.byteCount
            }
            for case .unplugged(let limit) in faults where total > limit {
                throw SourceError(.busy, "Test Camera was unplugged or turned off.")
            }
            try piece.withUnsafeBytes(body)
        }
    }

    func close() { state.withLock { $0.isClosed = true } }
}
