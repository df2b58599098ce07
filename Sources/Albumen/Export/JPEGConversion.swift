import BlobStore
package import Cancellation
package import Foundation
import MediaRequests
import MediaWork
package import PhotoLibrary
import Pixels
package import Records

/// Makes JPEGs of photos in formats that not every program reads, such as HEIC and RAW.
package struct JPEGConversion: Sendable {
    package static let uniformTypeIdentifier = "public.jpeg"
    /// The types of photos that all programs read. A JPEG of a PNG or GIF would lose its transparency or its frames.
    package static let commonTypes: Set<String> = [uniformTypeIdentifier, "public.png", "com.compuserve.gif"]
    private static let quality = 0.93

    private let library: Library
    private let cancellation: WorkCancellation

    /// - Parameter cancellation: Ends the work early.
    package init(in view: LibraryView, cancellation: WorkCancellation = WorkCancellation()) {
        self.init(in: view.library, cancellation: cancellation)
    }

    init(in library: Library, cancellation: WorkCancellation = WorkCancellation()) {
        self.library = library
        self.cancellation = cancellation
    }

    /// Returns a photo as JPEG in Display P3, upright and with its metadata. Blocks. The same photo always gives the same
    /// bytes.
    ///
    /// - Throws: `MediaError` if the photo can't be decoded. `LibraryError` or `BlobStoreError` if its bytes are missing.
    package func bytes(of resource: ResourceRecord) throws -> Data {
        try bytes(
            of: library.originals.open(resource.sha256), named: resource.originalFilename, size: resource.pixelSize)
    }

    func bytes(of photo: OpenFile, named filename: String, size: PixelSize) throws -> Data {
        let (graph, rectangle) = AdjustmentRecipe().graph(for: size)
        let request = GraphRequest(
            graph: graph, rectangle: rectangle,
            output: .file(.init(.jpeg, quality: Self.quality, colourSpace: .displayP3)), carriesMetadataOfSource: 0)
        let rendering = try photo.withDescriptor { descriptor in
            let source = GraphSource.file(descriptor: descriptor, filename: filename, appliesOrientation: true)
            return try library.workers().render(request, sources: [source], cancellation: cancellation)
        }
        guard let bytes = rendering.file else {
            throw MediaError(.protocolViolation, "The media worker returned pixels instead of a file.")
        }
        return bytes
    }
}

extension ResourceRecord {
    var pixelSize: PixelSize { PixelSize(width: pixelWidth, height: pixelHeight) }
}
