import Albumen
import BlobStore
import CLibTurboJPEG
import Cancellation
import Foundation
import Photos
import Records

/// A photo of 12 megapixels whose original is only in the place, at its full size through `requestImage`, beside curl
/// and libjpeg-turbo.
struct CloudImageBenchmark {
    private static let rounds = 9
    private static let size = (width: 4000, height: 3000)

    private let benchmarks: CloudBenchmarks

    init(_ benchmarks: CloudBenchmarks) {
        self.benchmarks = benchmarks
    }

    func run() throws {
        let (width, height) = Self.size
        try benchmarks.withFolder("image") { folder in
            let photo = folder.appendingPathComponent("photo.jpg")
            try VideoBenchmarks.ffmpeg([
                "-f", "lavfi", "-i", "testsrc2=size=\(width)x\(height),noise=alls=20", "-frames:v", "1", "-pix_fmt",
                "yuvj420p", "-q:v", "3", photo.path,
            ])
            let libraryFolder = folder.appendingPathComponent("library", isDirectory: true)
            let library = try Library(at: libraryFolder)
            try library.importFiles(at: [photo])
            let cancellation = WorkCancellation()
            try library.connect(benchmarks.store.settings("image"), cancellation)
            _ = try CloudSync(of: library, cancellation).run()
            let digest = try BlobDigest(hashing: Data(contentsOf: photo))
            let copy = folder.appendingPathComponent("copy.jpg")
            // Starts a worker.
            try ask(libraryFolder)
            var (ours, theirs): ([Double], [Double]) = ([], [])
            for _ in 0..<Self.rounds {
                try benchmarks.evict(library)
                ours.append(try ask(libraryFolder))
                theirs.append(
                    try Measurement.seconds {
                        try benchmarks.store.curl("image", .original(digest), to: copy)
                        try decode(copy)
                    })
            }
            guard FileManager.default.contentsEqual(atPath: copy.path, andPath: photo.path) else {
                throw CloudStore.Failure(description: "curl downloaded other bytes.")
            }
            try library.close()
            Measurement(
                title: "a remote photo of 12 megapixels through requestImage", peer: "curl and libjpeg-turbo",
                goal: .atMost(1.2)
            ).tell(ours, theirs)
        }
        try benchmarks.store.remove("image")
    }

    /// Requests the image of a library that was just opened, so that no picture is in memory. Returns the seconds.
    @discardableResult
    private func ask(_ libraryFolder: URL) throws -> Double {
        let asking = try ImageAsking(libraryFolder: libraryFolder.path)
        defer { try? asking.library.close() }
        guard let asset = asking.assets().first else { throw CloudStore.Failure(description: "The photo is missing.") }
        return try asking.secondsOfFullImage(of: asset, width: Self.size.width)
    }

    private func decode(_ file: URL) throws {
        guard let decoder = tjInitDecompress() else { throw CloudStore.Failure(description: "libjpeg-turbo fails.") }
        defer { tjDestroy(decoder) }
        let data = try Data(contentsOf: file)
        let (width, height) = Self.size
        let status = try data.withUnsafeBytes { bytes in
            let source = bytes.bindMemory(to: UInt8.self).baseAddress
            return try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width * height * 4) { pixels in
                guard let start = pixels.baseAddress else { throw CloudStore.Failure(description: "No memory.") }
                return tjDecompress2(
                    decoder, source, UInt(bytes.count), start, Int32(width), 0, Int32(height),
                    Int32(TJPF_RGBA.rawValue), 0)
            }
        }
        guard status == 0 else { throw CloudStore.Failure(description: "The photo can't be decoded.") }
    }
}
