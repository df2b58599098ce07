import CLibHeif
import MediaContainers

/// The primary picture of a HEIF or AVIF file, as libheif describes it. libheif applies the container's rotations and
/// crops, but never EXIF's orientation.
enum HighEfficiencyPicture {
    private static let metadataLimitInBytes = 64 << 20
    private static let metadataBlockLimit = 64

    /// A picture's structure, and the memory that contains its metadata blocks.
    struct Reading: ~Copyable {
        var structure: PictureStructure
        private let memory: [UnsafeMutableRawBufferPointer]

        fileprivate init(_ structure: PictureStructure, memory: [UnsafeMutableRawBufferPointer]) {
            self.structure = structure
            self.memory = memory
        }

        deinit {
            for block in memory { block.deallocate() }
        }
    }

    /// Returns `nil` if libheif finds no picture with a size.
    static func read(_ view: ByteView) -> Reading? {
        withPrimary(view) { picture, _, boxes in
            var structure = structure(of: picture, view, boxes)
            let memory = addMetadata(of: picture, to: &structure)
            let photo = structure.exifBlocks.first
            structure.headroom = HighEfficiencyRange.find(picture, view, boxes, photo: { photo })?.headroom
            return Reading(structure, memory: memory)
        }
    }

    /// The number of threads on which libheif decodes the tiles of one picture.
    static let decodingThreads = Int32(ParallelWork.threadCount)

    /// Calls `body` with libheif's handle of the primary picture, its context, and the file's boxes. Returns `nil` if
    /// there is no primary picture.
    static func withPrimary<Answer: ~Copyable, Failure: Error>(
        _ view: ByteView, _ body: (OpaquePointer, OpaquePointer, FileBoxes) throws(Failure) -> Answer?
    ) throws(Failure) -> Answer? {
        // Comes before the first use of libheif, whose list of decoders has no lock.
        _ = CodedTilePlugin.isRegistered
        guard let context = heif_context_alloc() else { return nil }
        defer { heif_context_free(context) }
        heif_context_set_max_decoding_threads(context, decodingThreads)
        let boxes = FileBoxes(view)
        guard !DerivedItems.areEndless(view, boxes) else { return nil }
        guard var source = HighEfficiencySource(view, boxes) else {
            let failure = heif_context_read_from_memory_without_copy(context, view.bytes.baseAddress, view.count, nil)
            return failure.code == heif_error_Ok ? try primary(of: context, boxes, body) : nil
        }
        // libheif keeps the address of the source as long as the context exists.
        return try withUnsafeMutablePointer(to: &source) { address throws(Failure) in
            let failure = heif_context_read_from_reader(context, HighEfficiencySource.reader, address, nil)
            return failure.code == heif_error_Ok ? try primary(of: context, boxes, body) : nil
        }
    }

    private static func primary<Answer: ~Copyable, Failure: Error>(
        of context: OpaquePointer, _ boxes: FileBoxes,
        _ body: (OpaquePointer, OpaquePointer, FileBoxes) throws(Failure) -> Answer?
    ) throws(Failure) -> Answer? {
        var picture: OpaquePointer?
        guard heif_context_get_primary_image_handle(context, &picture).code == heif_error_Ok, let picture else {
            return nil
        }
        defer { heif_image_handle_release(picture) }
        return try body(picture, context, boxes)
    }

    /// Returns the structure. Its size is that of the picture after the container's rotation and crop.
    static func structure(of picture: OpaquePointer, _ view: ByteView, _ boxes: FileBoxes) -> PictureStructure {
        var structure = PictureStructure(
            width: Int(heif_image_handle_get_width(picture)), height: Int(heif_image_handle_get_height(picture)))
        structure.orientation = 1
        if boxes.isCutShort { structure.damage = PictureStructure.endsEarly }
        return structure
    }

    /// Returns the light brighter than white in the primary picture, or `nil` if there is none.
    static func range(of picture: OpaquePointer, _ view: ByteView, _ boxes: FileBoxes) -> HighEfficiencyRange? {
        var memory: [UnsafeMutableRawBufferPointer] = []
        defer { for block in memory { block.deallocate() } }
        return HighEfficiencyRange.find(picture, view, boxes) {
            var structure = structure(of: picture, view, boxes)
            memory += addMetadata(of: picture, to: &structure)
            return structure.exifBlocks.first
        }
    }

    /// Adds the metadata blocks of a picture.
    ///
    /// - Returns: The memory of the blocks, which the caller deallocates.
    static func addMetadata(
        of picture: OpaquePointer, to structure: inout PictureStructure
    ) -> [UnsafeMutableRawBufferPointer] {
        var identifiers = [heif_item_id](repeating: 0, count: metadataBlockLimit)
        let count = heif_image_handle_get_list_of_metadata_block_IDs(
            picture, nil, &identifiers, Int32(metadataBlockLimit))
        var memory: [UnsafeMutableRawBufferPointer] = []
        for identifier in identifiers.prefix(Int(max(0, count))) {
            let size = heif_image_handle_get_metadata_size(picture, identifier)
            guard size > 0, size <= metadataLimitInBytes else { continue }
            let block = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 8)
            memory.append(block)
            guard heif_image_handle_get_metadata(picture, identifier, block.baseAddress).code == heif_error_Ok else {
                continue
            }
            let bytes = UnsafeRawBufferPointer(block)
            let type = heif_image_handle_get_metadata_type(picture, identifier).map { String(cString: $0) }
            let content = heif_image_handle_get_metadata_content_type(picture, identifier).map { String(cString: $0) }
            if type == "Exif", let exif = exifBlock(in: bytes) {
                structure.exifBlocks.append(exif)
            } else if type == "mime", content == "application/rdf+xml" {
                structure.xmpPackets.append(bytes)
            }
        }
        return memory
    }

    /// Returns the part of an item that starts at the TIFF header. The item's first four bytes contain the distance to
    /// the header.
    private static func exifBlock(in item: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        let view = ByteView(item)
        let candidates = [view.uint32(at: 0).map { $0 + 4 }, 4, 0].compactMap { $0 }
        for start in candidates {
            guard let rest = view.part(at: start, count: max(0, view.count - start)) else { continue }
            if let block = PictureStructure.exifBlock(in: rest) { return block }
        }
        return nil
    }
}
