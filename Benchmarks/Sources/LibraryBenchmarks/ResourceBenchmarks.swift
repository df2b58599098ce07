import Albumen
import Foundation
import Photos
import Synchronization

/// `LibraryBenchmarks resource FOLDER` reads an original of 1 GB through `requestData`. It makes the library in the
/// folder.
enum ResourceBenchmarks {
    private static let bytes = 1 << 30

    static func run(folder: String) throws {
        let folder = URL(fileURLWithPath: folder, isDirectory: true)
            .appendingPathComponent("resource-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let video = folder.appendingPathComponent("large.mov")
        try VideoBenchmarks.ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=30:duration=4", "-c:v", "mjpeg", video.path,
        ])
        try grow(video, by: bytes)
        let library = try Library(at: folder.appendingPathComponent("library"))
        _ = try library.importFiles(at: [video])
        let session = PhotoLibrarySession(environment: ["ALBUMEN_ACCESS": "authorized"], openLibrary: { library })
        try PhotoLibrarySession.$current.withValue(session) {
            guard let asset = PHAsset.fetchAssets(with: nil).firstObject,
                let resource = PHAssetResource.assetResources(for: asset).first
            else { throw VideoBenchmarks.Failure(description: "The video isn't in the library.") }
            try read(resource)
        }
    }

    private static func read(_ resource: PHAssetResource) throws {
        let state = Mutex((count: 0, peaks: [Double](repeating: 0, count: 10)))
        let ended = DispatchSemaphore(value: 0)
        let failure = Mutex<(any Error)?>(nil)
        let start = ContinuousClock.now
        PHAssetResourceManager.default().requestData(for: resource, options: nil) { data in
            state.withLock { state in
                let tenth = min(9, state.count * 10 / bytes)
                let isFirst = state.peaks[tenth] == 0
                state.count += data.count
                // Reading the files of /proc takes memory, too.
                if isFirst { state.peaks[tenth] = max(state.peaks[tenth], SteadyMemory.anonymousBytes()) }
            }
        } completionHandler: { error in
            failure.withLock { $0 = error }
            ended.signal()
        }
        ended.wait()
        if let failure = failure.withLock({ $0 }) { throw failure }
        let (count, peaks) = state.withLock { $0 }
        guard count >= bytes else { throw VideoBenchmarks.Failure(description: "Only \(count) bytes arrived.") }
        let megabytes = peaks.map { String(format: "%.1f", $0 / 1e6) }.joined(separator: ", ")
        print("\n1 GB through requestData in \(Measurement.text(Measurement.seconds(since: start)))")
        print("  peaks of the anonymous memory, for each tenth: \(megabytes) MB")
    }

    /// Appends a box that players skip, so that the file is an intact, large video.
    static func grow(_ video: URL, by bytes: Int) throws {
        let handle = try FileHandle(forWritingTo: video)
        defer { handle.closeFile() }
        handle.seekToEndOfFile()
        var size = UInt32(bytes).bigEndian
        handle.write(Data(bytes: &size, count: 4) + Data("free".utf8))
        let block = Data(repeating: 7, count: 1 << 20)
        for _ in 0..<(bytes >> 20) - 1 { handle.write(block) }
        handle.write(block.dropFirst(8))
    }
}
