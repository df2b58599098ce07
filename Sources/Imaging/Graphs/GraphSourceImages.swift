import CVipsBridge
import MediaRequests
import Pixels

/// The sources of a graph as images of its pipeline. Each source is opened once, on first use.
final class GraphSourceImages {
    let pipeline: GraphPipeline
    let inputs: [GraphInput]
    /// The sources whose rows the graph needs once and in order.
    private let sequential: Set<Int>
    private var images: [Int: (GraphPipeline.Image, PixelSize)] = [:]

    init(_ pipeline: GraphPipeline, _ inputs: [GraphInput], sequential: Set<Int>) {
        self.pipeline = pipeline
        self.inputs = inputs
        self.sequential = sequential
    }

    /// Returns the image of a source in linear light, without its orientation.
    func image(_ index: Int) throws(MediaError) -> (image: GraphPipeline.Image, size: PixelSize) {
        if let image = images[index] { return image }
        let input = inputs[index]
        let image: (GraphPipeline.Image, PixelSize)
        switch input.content {
        case .streamed(let bytes, let format, let light):
            let samples = try pipeline.jpeg(bytes, input.size, format, isSequential: sequential.contains(index))
            image = (try linear(samples, format, light), input.size)
        case .file: throw MediaError(.unreadable, "A source of the image graph isn't decoded.")
        case .raster(let raster, let light):
            pipeline.keep(raster.memory)
            let count = raster.bytesPerRow * raster.size.height
            let bytes = UnsafeRawBufferPointer(start: raster.memory.base, count: count)
            image = (try linear(bytes, raster.size, raster.format, light), raster.size)
        case .decoded(let picture):
            image = (try decoded(picture, expected: input.size), input.size)
        case .pixels(let bytes, let hasAlpha):
            image = (try linear(bytes, input.size, Self.clientFormat(hasAlpha), .standard), input.size)
        }
        images[index] = image
        return image
    }

    private static func clientFormat(_ hasAlpha: Bool) -> RasterFormat {
        RasterFormat(colours: .rgb, alpha: hasAlpha ? .premultiplied : .opaque)
    }

    private func decoded(_ picture: Bitmap, expected: PixelSize) throws(MediaError) -> GraphPipeline.Image {
        pipeline.keep(picture)
        // The pipeline keeps the bitmap, whose bytes never move.
        let pixels = picture.withBytes { $0 }
        let image = try linear(pixels, picture.size, Self.clientFormat(picture.hasAlpha), .standard)
        guard picture.size != expected else { return image }
        // A raw picture's preview can be a little smaller than the picture.
        return try pipeline.check(
            albumen_pipeline_scale(
                pipeline.handle, image, Double(picture.width) / Double(expected.width), 0,
                Double(picture.height) / Double(expected.height), 0, Int32(expected.width), Int32(expected.height)))
    }

    private func linear(
        _ bytes: UnsafeRawBufferPointer, _ size: PixelSize, _ format: RasterFormat, _ light: SourceLight
    ) throws(MediaError) -> GraphPipeline.Image {
        let samples = try pipeline.check(
            albumen_pipeline_samples(
                pipeline.handle, bytes.baseAddress, Int32(size.width), Int32(size.height), Int32(format.channelCount),
                Int32(format.bytesPerSample)))
        return try linear(samples, format, light)
    }

    private func linear(
        _ samples: GraphPipeline.Image, _ format: RasterFormat, _ light: SourceLight
    ) throws(MediaError) -> GraphPipeline.Image {
        try light.withLinearization(format) { linearization throws(MediaError) in
            try pipeline.check(albumen_pipeline_linear(pipeline.handle, samples, &linearization))
        }
    }
}
