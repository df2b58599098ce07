import CVipsBridge
import Foundation
import MediaRequests
import Pixels

/// A pipeline of libvips with errors as `MediaError`. Only one thread can use it.
final class GraphPipeline {
    typealias Image = OpaquePointer

    let handle: OpaquePointer
    /// Memory to which images refer.
    private var kept: [AnyObject] = []

    /// The number of threads that compute pixels.
    static var threadCount: Int { min(4, Processors.usableCount) }

    init() throws(MediaError) {
        guard let handle = albumen_pipeline_create(Int32(Self.threadCount)) else {
            throw MediaError(.exhausted, "There is no memory for an image graph.")
        }
        self.handle = handle
    }

    deinit {
        albumen_pipeline_release(handle)
    }

    /// Sets the number of threads, which belongs to the process.
    func useThreads() { albumen_pipeline_use_threads(Int32(Self.threadCount)) }

    func keep(_ object: AnyObject) { kept.append(object) }

    /// Returns the image of a function of libvips' shim.
    func check(_ image: Image?) throws(MediaError) -> Image {
        guard let image else { throw failure() }
        return image
    }

    func failure() -> MediaError {
        let text = String(cString: albumen_pipeline_message(handle))
        if text.contains("memory") || text.contains("too large") {
            return MediaError(.limitExceeded, "The image graph takes more memory than albumen gives it: \(text)")
        }
        return MediaError(.unreadable, "The image graph can't be rendered: \(text)")
    }

    /// Returns the samples of a JPEG, which libvips decodes while they are used.
    func jpeg(
        _ bytes: UnsafeRawBufferPointer, _ size: PixelSize, _ format: RasterFormat, isSequential: Bool
    ) throws(MediaError) -> Image {
        try check(
            albumen_pipeline_jpeg(
                handle, bytes.baseAddress, bytes.count, isSequential ? 1 : 0, Int32(size.width), Int32(size.height),
                Int32(format.channelCount)))
    }

    func place(
        _ image: Image, at place: PlaneRectangle, covering target: PlaneRectangle, extendsEdges: Bool = false
    ) throws(MediaError) -> Image {
        guard place != target else { return image }
        return try check(
            albumen_pipeline_place(
                handle, image, place.relative(to: target), target.relative(to: target), extendsEdges ? 1 : 0))
    }

    func colour(_ colour: [Float], covering target: PlaneRectangle) throws(MediaError) -> Image {
        try check(
            albumen_pipeline_colour(handle, colour, Int32(clamping: target.width), Int32(clamping: target.height)))
    }

    func pixels(_ image: Image, _ steps: [PixelStep], at place: PlaneRectangle) throws(MediaError) -> Image {
        let tables = steps.map { $0.tables.flatMap { $0 } }
        // The shim copies the tables during the call.
        var pointers: [UnsafeMutableBufferPointer<Float>] = []
        defer { for pointer in pointers { pointer.deallocate() } }
        let values = zip(steps, tables).map { step, table in
            var value = albumen_pixel_step()
            value.kind = step.kind
            withUnsafeMutableBytes(of: &value.numbers) { bytes in
                step.numbers.prefix(20).withUnsafeBytes { bytes.copyMemory(from: $0) }
            }
            if !table.isEmpty {
                let copy = UnsafeMutableBufferPointer<Float>.allocate(capacity: table.count)
                _ = copy.initialize(from: table)
                pointers.append(copy)
                value.tables = UnsafePointer(copy.baseAddress)
                value.table_count = Int32(step.tables.count)
            }
            return value
        }
        return try check(
            albumen_pipeline_pixels(
                handle, image, Int32(clamping: place.left), Int32(clamping: place.top), values, Int32(values.count)))
    }
}
