import Foundation
import MediaRequests
import MediaWork
import Pixels
import PropertyLists

/// A request to the worker for each file.
enum MediaStep: String, CaseIterable, Sendable {
    case probe, preview, thumbnail, pair, full
    /// HDR renditions.
    case hdr
    /// A random graph of operations.
    case graph
    /// All properties, and the last frames of an animated image.
    case properties, lastFrames
    /// A property list, which this process reads.
    case propertyList
    /// A content identifier in a copy of the photo.
    case mark
    /// A copy without places and captions.
    case removeMetadata
    /// The description of a video, its frame at a time, frames over its duration, and a part for a page.
    case describe, frame, frames, part
    /// Exports of a video, which encode it or copy its packets.
    case transcode, slowTranscode, copy
    /// A trim that copies whole groups of pictures.
    case trim
    /// An export whose frames are edited.
    case edit

    /// Whether only videos have this step.
    var isOfVideos: Bool {
        switch self {
        case .probe, .preview, .thumbnail, .pair, .full, .graph, .properties, .lastFrames, .propertyList, .mark,
            .removeMetadata, .hdr:
            false
        case .describe, .frame, .frames, .part, .transcode, .slowTranscode, .copy, .trim, .edit: true
        }
    }

    /// The requests for a loader's files.
    static func steps(of loader: Loader) -> [MediaStep] {
        if loader.isPropertyList { return [.propertyList] }
        if loader.isMetadata { return [.probe, .properties, .preview] }
        return allCases.filter { (loader.isVideo || !$0.isOfVideos) && $0 != .propertyList }
    }

    /// - Returns: The result, for the tally.
    /// - Throws: `MediaError`.
    func run(on pool: WorkerPool, _ descriptor: Int32, filename: String) throws(MediaError) -> String {
        let request: RenderRequest
        switch self {
        case .probe:
            let probe = try pool.probe(descriptor: descriptor, filename: filename)
            return probe.damage == nil ? "probed" : "probed, damaged"
        case .graph: return try graph(on: pool, descriptor, filename)
        case .properties:
            let images = try pool.describeImage(descriptor: descriptor, filename: filename).images
            return images.count == 1 ? "properties" : "properties of frames"
        case .lastFrames:
            let count = try pool.describeImage(descriptor: descriptor, filename: filename).images.count
            guard count > 1 else { return "one frame" }
            let last = min(count, 50)
            let frame = RenderRequest(filename: filename, sizes: [.full], frames: max(0, last - 3)..<last)
            for picture in try pool.render(descriptor: descriptor, frame).pictures {
                picture.withBytes { bytes in Self.touch(bytes) }
            }
            return "last frames"
        case .propertyList: return Self.propertyList(descriptor)
        case .mark:
            let identifier = "6B1C7E4A-0F55-4B7C-9E0C-3A5D0F2B8C11"
            let photo = try pool.markedPhoto(descriptor: descriptor, contentIdentifier: identifier)
            return photo.isEmpty ? "empty photo" : "marked"
        case .removeMetadata: return try copy(on: pool, descriptor, filename)
        case .frames:
            let frames = MovieFramesRequest(filename: filename, count: 4, longSide: 64)
            return "frames: \(try pool.frames(descriptor: descriptor, frames).pictures.count)"
        case .part:
            let plan = try pool.planParts(descriptor: descriptor, filename: filename)
            let form = plan.isCopied ? MoviePartForm.copied : .lines(480)
            let number = MoviePartLayout(form).count(durationInSeconds: plan.duration) / 2
            let part = MoviePartRequest(filename: filename, number: number, form: form)
            return try pool.part(descriptor: descriptor, part).isEmpty ? "empty part" : "part"
        case .preview: request = RenderRequest(filename: filename, source: .preview, sizes: [.longSide(256)])
        case .thumbnail: request = RenderRequest(filename: filename, sizes: [.longSide(256)])
        case .pair: request = RenderRequest(filename: filename, sizes: [.longSide(1440), .longSide(256)])
        case .full: request = RenderRequest(filename: filename, sizes: [.full], keepsStoredOrientation: true)
        case .hdr: request = RenderRequest(filename: filename, sizes: [.full, .longSide(64)], headroom: 2)
        case .describe:
            let movie = try pool.describeMovie(descriptor: descriptor, filename: filename)
            return movie.damage == nil ? "described" : "described, damaged"
        case .frame: return try frame(on: pool, descriptor)
        case .transcode: return try export("640x480", on: pool, descriptor)
        case .slowTranscode: return try export("lowQuality", on: pool, descriptor, stretch: 4)
        case .copy: return try export("passthrough", on: pool, descriptor)
        case .trim: return try trim(on: pool, descriptor)
        case .edit: return try export("640x480", on: pool, descriptor, frames: FrameEditing(process: Self.edited))
        }
        let rendering = try pool.render(descriptor: descriptor, request)
        for picture in rendering.pictures {
            picture.withBytes { bytes in Self.touch(bytes) }
            picture.hdr?.withBytes { bytes in Self.touch(bytes) }
        }
        let name = rendering.pictures.contains { $0.hdr != nil } ? "HDR pictures" : "pictures"
        return rendering.damage == nil ? name : "\(name), damaged"
    }

    private static func propertyList(_ descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = max(0, pread(descriptor, &bytes, bytes.count, 0))
        do throws(PropertyListError) {
            _ = try PropertyListValue(parsing: Data(bytes.prefix(count)))
            return "property list"
        } catch {
            return error.code == .malformed ? "malformed" : "too large"
        }
    }

    private func frame(on pool: WorkerPool, _ descriptor: Int32) throws(MediaError) -> String {
        let request = FrameRequest(
            time: MediaTime(value: 1, timescale: 3), toleranceBefore: .zero, toleranceAfter: .zero,
            size: .longSide(256), appliesTransform: true)
        let (rendering, _) = try pool.frame(descriptor: descriptor, request)
        for picture in rendering.pictures { picture.withBytes { bytes in Self.touch(bytes) } }
        return rendering.damage == nil ? "frame" : "frame, damaged"
    }

    /// The file's first bytes choose the graph, so that a finding can be replayed.
    private func graph(on pool: WorkerPool, _ descriptor: Int32, _ filename: String) throws(MediaError) -> String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = max(0, pread(descriptor, &bytes, bytes.count, 0))
        let seed = bytes.prefix(count).reduce(UInt64(count)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        var random = RandomGraph(seed: seed)
        let source = GraphSource.file(descriptor: descriptor, filename: filename, appliesOrientation: seed % 2 == 0)
        switch try pool.render(random.request(), sources: [source]) {
        case .pixels(let bitmap): bitmap.withBytes { bytes in Self.touch(bytes) }
        case .file(let data): precondition(!data.isEmpty)
        }
        return "graph"
    }

    private func export(
        _ preset: String, on pool: WorkerPool, _ descriptor: Int32, stretch: Double? = nil, frames: FrameEditing? = nil
    ) throws(MediaError) -> String {
        guard var export = VideoExport.presets[preset] else { return "no preset" }
        export.indexComesFirst = true
        if let stretch {
            let second = MediaTimeRange(start: .zero, duration: MediaTime(value: 1, timescale: 1))
            export.segments = [.init(source: second, targetDuration: MediaTime(seconds: stretch))]
        }
        return try run(export, on: pool, descriptor, frames)
    }

    /// Trims a video in the middle. The groups of the seeds for this are a quarter of a second.
    private func trim(on pool: WorkerPool, _ descriptor: Int32) throws(MediaError) -> String {
        let movie = try pool.describeMovie(descriptor: descriptor, filename: "")
        let isHEVC = movie.tracks.contains { $0.codec == "hevc" }
        let limits = VideoLimits()
        var export = VideoExport(
            video: isHEVC ? .hevc(limits) : .h264(limits), audio: .aac(bitsPerSecond: 64_000), container: .mov)
        export.copiesWholeGroups = true
        export.timeRange = MediaTimeRange(start: MediaTime(seconds: 0.3), duration: MediaTime(seconds: 0.5))
        return try run(export, on: pool, descriptor, nil)
    }

    private func run(
        _ export: VideoExport, on pool: WorkerPool, _ descriptor: Int32, _ frames: FrameEditing?
    ) throws(MediaError) -> String {
        let output = try Self.output()
        defer { close(output) }
        let exporter = VideoExporter(workers: pool)
        let video: ExportedVideo
        do {
            if let frames {
                video = try exporter.run(export, from: [descriptor], to: output, frames: frames)
            } else {
                video = try exporter.run(export, from: descriptor, to: output)
            }
        } catch {
            throw error as? MediaError ?? MediaError(.protocolViolation, "The export failed: \(error).")
        }
        return video.damage == nil ? "exported" : "exported, damaged"
    }

    /// Returns another kind of answer for each of three frames. Reads the pixels of some.
    private static func edited(_ frame: EditedFrame) throws -> FrameGraph {
        precondition(frame.size.width > 0 && frame.size.height > 0 && frame.time.seconds.isFinite)
        if frame.number % 5 == 0 { try frame.pixels().withBytes { bytes in touch(bytes) } }
        guard frame.number % 3 > 0 else { return .unchanged }
        let filter =
            frame.number % 3 == 1
            ? GraphFilter.exposure(stops: Double(frame.number) / 100) : .gaussianBlur(radius: 2)
        return .graph(ImageGraph(nodes: [.source(0), .filter(input: 0, filter)]), sources: [.frame(frame)])
    }

    private func copy(on pool: WorkerPool, _ descriptor: Int32, _ filename: String) throws(MediaError) -> String {
        let output = try Self.output()
        defer { close(output) }
        try pool.copy(descriptor, filename: filename, without: .all, to: output)
        return "cleaned"
    }

    /// Returns a new file without a name.
    private static func output() throws(MediaError) -> Int32 {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("albumen-fuzz-\(UUID().uuidString)")
            .path
        let output = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw MediaError(.unwritable, "no file for the output: \(errno)") }
        unlink(path)
        return output
    }

    /// Reads the memory to its end.
    private static func touch(_ bytes: UnsafeRawBufferPointer) {
        precondition(bytes.first != nil && bytes.last != nil)
    }
}
