import CLibHeif
import Synchronization

/// The coded parts of a HEIF picture: one part, or the tiles from left to right and top to bottom. `CodedTilePlugin`
/// collects them while libheif decodes the picture.
///
/// `HEVCDecoder` decodes the parts, because libheif 1.15 doesn't tell a decoder which tile it decodes, and only returns
/// red, green and blue.
final class CodedTiles: Sendable {
    /// The tiles that libheif is collecting on this thread.
    @TaskLocal static var current: CodedTiles?

    private let limitInBytes: Int
    private let collection = Mutex(Collection())

    private struct Collection {
        var tiles: [CodedTile] = []
        var count = 0
    }

    private init(limitInBytes: Int) {
        self.limitInBytes = limitInBytes
    }

    /// Returns `nil` if libheif can't find the parts or they exceed `limitInBytes`. A file can use the same bytes for
    /// thousands of tiles.
    static func collect(
        _ picture: OpaquePointer, of context: OpaquePointer, limitInBytes: Int
    ) -> [CodedTile]? {
        guard CodedTilePlugin.isRegistered, let options = heif_decoding_options_alloc() else { return nil }
        defer { heif_decoding_options_free(options) }
        options.pointee.ignore_transformations = 1
        let collected = CodedTiles(limitInBytes: limitInBytes)
        // Uses only this thread, so that the tiles come in order.
        heif_context_set_max_decoding_threads(context, 0)
        defer { heif_context_set_max_decoding_threads(context, HighEfficiencyPicture.decodingThreads) }
        var image: OpaquePointer?
        let failure = CodedTiles.$current.withValue(collected) {
            heif_decode_image(picture, &image, heif_colorspace_undefined, heif_chroma_undefined, options)
        }
        heif_image_release(image)
        return failure.code == heif_error_Ok ? collected.collection.withLock { $0.tiles } : nil
    }

    /// Adds a tile. Returns `false` if it would exceed the limit.
    func add(_ tile: CodedTile) -> Bool {
        collection.withLock { collection in
            guard tile.bytes.count <= limitInBytes - collection.count else { return false }
            collection.tiles.append(tile)
            collection.count += tile.bytes.count
            return true
        }
    }
}

/// One coded picture: parameter sets and slices, each preceded by its length in four bytes.
struct CodedTile {
    var bytes: [UInt8] = []
}
