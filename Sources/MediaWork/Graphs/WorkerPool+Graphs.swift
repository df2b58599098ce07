import CAlbumenSystem
package import Cancellation
import Foundation
package import MediaRequests
import Pixels

extension WorkerPool {
    /// Results with more pixels start in the slow lane.
    private static let quickAreaInPixels = 16_000_000

    /// Renders a part of an image graph. Blocks the calling thread.
    ///
    /// The worker encodes HEIF in a process of its own.
    ///
    /// - Parameters:
    ///   - request: The graph, the part to render, and the kind of the result.
    ///   - sources: The sources to which the graph refers.
    ///   - cancellation: Ends the request within a moment.
    /// - Throws: `unsupported` or `limitExceeded` if the graph or the output isn't valid, before a source is read. The
    ///   errors of decoding a source. `cancelled` if the request was cancelled.
    package func render(
        _ request: GraphRequest, sources: [GraphSource], cancellation: WorkCancellation? = nil
    ) throws(MediaError) -> GraphRendering {
        try request.check(sourceCount: sources.count)
        let message: Data
        do {
            message = try JSONEncoder().encode(request)
        } catch {
            throw MediaError(.unsupported, "The image graph has a value that can't be stored: \(error).")
        }
        guard message.count <= GraphRequest.lengthLimitInBytes else {
            throw MediaError(.limitExceeded, "The image graph is too long.")
        }
        var own: [Int32] = []
        defer { for descriptor in own { close(descriptor) } }
        let graph = try SharedMemory.make(of: message)
        own.append(graph)
        var descriptors: [Int32] = []
        for source in sources { descriptors.append(try source.descriptor(&own)) }
        let work = GraphWork(sources: sources.map(\.description), outputLimitInBytes: request.outputLimitInBytes)
        if case .file(let file) = request.output, file.type == .heif {
            return try encode(request, work, graph: graph, descriptors, cancellation)
        }
        let size = request.pixelSize
        let body = { (lane: RenderLane) throws(MediaError) in
            try self.ask(.work(.graph(work)), graph, sources: descriptors, lane, cancellation) {
                reply, memory throws(MediaError) in
                try Self.rendering(reply, memory, request)
            }
        }
        return size.width * size.height > Self.quickAreaInPixels ? try body(.slow) : try inEitherLane(body)
    }

    /// Returns the checked result, or `nil` if no sound worker could send it.
    private static func rendering(
        _ reply: MediaReply, _ memory: Int32?, _ request: GraphRequest
    ) throws(MediaError) -> GraphRendering? {
        guard let memory else { return nil }
        switch (reply, request.output) {
        case (.pictures(let layout), .pixels):
            let pictures = try SharedMemory.pictures(in: memory, layout, for: [.full])
            guard let picture = pictures.first, picture.size == request.pixelSize else { return nil }
            return .pixels(picture)
        case (.graphFile(let byteCount), .file):
            return .file(try SharedMemory.bytes(in: memory, count: byteCount))
        default:
            return nil
        }
    }

    /// Renders a graph and encodes it in an export's process, which may call encoders.
    private func encode(
        _ request: GraphRequest, _ work: GraphWork, graph: Int32, _ sources: [Int32],
        _ cancellation: WorkCancellation?
    ) throws(MediaError) -> GraphRendering {
        guard VideoExporter.vacancies.take(unless: cancellation) else { throw .cancelled }
        defer { VideoExporter.vacancies.giveBack() }
        let limits = ExportLimits(stillOf: request.pixelSize, outputInBytes: work.outputLimitInBytes)
        let memory = try SharedMemory.make(byteCount: work.outputLimitInBytes)
        defer { close(memory) }
        let worker = try startedExporter(.export(limits), unless: cancellation)
        defer { worker.end() }
        var patience = WorkerPatience()
        patience.processorTimeInSeconds = UInt32(limits.processorTimeInSeconds)
        patience.timeInMilliseconds = Int32(limits.processorTimeInSeconds) * 1000
        patience.graceInMilliseconds = 0
        let reply: MediaReply
        do {
            // Four times the wall-clock time, as for other slow requests.
            reply = try worker.answer(
                to: .work(.graph(work)), descriptors: [graph, memory] + sources, within: patience, .slow,
                unless: cancellation)
        } catch let error as MediaError {
            throw error
        } catch MessageChannel.Failure.closed {
            throw Self.reason([failure(of: worker)])
        } catch {
            throw Self.reason([error])
        }
        if case .failure(let error) = reply, error.code.isOfFile { throw error }
        guard let rendering = try Self.rendering(reply, memory, request) else {
            throw MediaError(.protocolViolation, "The media worker sent an impossible answer.")
        }
        return rendering
    }
}

extension ExportLimits {
    /// The limits of a graph whose result is encoded as HEIF. libx265 took up to 60 bytes and 1,500 ns per pixel.
    init(stillOf size: PixelSize, outputInBytes: Int) {
        let area = size.width * size.height
        self.init(
            processorTimeInSeconds: 120 + area / 100_000, outputInBytes: outputInBytes,
            memoryInBytes: min(16 << 30, 2 << 30 + area * 150))
    }
}
