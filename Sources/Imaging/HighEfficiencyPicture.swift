import CLibHeif

/// The primary picture of a HEIF or AVIF file as libheif describes it: the container's own turns and crops are applied,
/// and EXIF's orientation never is.
enum HighEfficiencyPicture {
    private static let metadataLimitInBytes = 64 << 20
    private static let metadataBlockLimit = 64

    /// A picture's structure and the memory its metadata blocks lie in.
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

    /// Nil: libheif finds no picture with a size.
    static func read(_ view: ByteView) -> Reading? {
        guard let context = heif_context_alloc() else { return nil }
        defer { heif_context_free(context) }
        let sequence = BoxSequence(view)
        let source = HighEfficiencySource(view, virtualCount: max(view.count, sequence.declaredEnd))
        // The library keeps the source's address as long as the context.
        return withExtendedLifetime(source) {
            let address = Unmanaged.passUnretained(source).toOpaque()
            let failure = heif_context_read_from_reader(context, HighEfficiencySource.reader, address, nil)
            guard failure.code == heif_error_Ok else { return nil }
            var picture: OpaquePointer?
            guard heif_context_get_primary_image_handle(context, &picture).code == heif_error_Ok, let picture else {
                return nil
            }
            defer { heif_image_handle_release(picture) }
            var structure = PictureStructure(
                width: Int(heif_image_handle_get_width(picture)), height: Int(heif_image_handle_get_height(picture)))
            structure.orientation = 1
            if sequence.isCutShort(view) { structure.damage = PictureStructure.endsEarly }
            let memory = addMetadata(of: picture, to: &structure)
            return Reading(structure, memory: memory)
        }
    }

    private static func addMetadata(
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

    /// Four bytes say how far behind them the TIFF header is.
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

/// A file as libheif reads it. One that is cut short looks as long as its boxes say, with zeros for what is missing, so
/// that the header can still be read.
private final class HighEfficiencySource {
    private let view: ByteView
    private let virtualCount: Int
    private var position = 0

    init(_ view: ByteView, virtualCount: Int) {
        self.view = view
        self.virtualCount = virtualCount
    }

    /// Never changed and never freed: libheif keeps the pointer.
    nonisolated(unsafe) static let reader: UnsafePointer<heif_reader> = {
        let reader = UnsafeMutablePointer<heif_reader>.allocate(capacity: 1)
        reader.initialize(
            to: heif_reader(
                reader_api_version: 1,
                get_position: { HighEfficiencySource.at($0).map { Int64($0.position) } ?? 0 },
                read: { data, size, source in
                    guard let source = HighEfficiencySource.at(source), let data else { return 1 }
                    return source.read(into: UnsafeMutableRawBufferPointer(start: data, count: size))
                },
                seek: { position, source in
                    guard let source = HighEfficiencySource.at(source) else { return 1 }
                    return source.seek(to: position)
                },
                wait_for_file_size: { size, source in
                    guard let source = HighEfficiencySource.at(source), size <= source.virtualCount else {
                        return heif_reader_grow_status_size_beyond_eof
                    }
                    return heif_reader_grow_status_size_reached
                }))
        return UnsafePointer(reader)
    }()

    private static func at(_ address: UnsafeMutableRawPointer?) -> HighEfficiencySource? {
        address.map { Unmanaged<HighEfficiencySource>.fromOpaque($0).takeUnretainedValue() }
    }

    private func read(into destination: UnsafeMutableRawBufferPointer) -> Int32 {
        guard destination.count <= virtualCount - position else { return 1 }
        let present = max(0, min(destination.count, view.count - position))
        if let part = view.part(at: position, count: present) { destination.copyMemory(from: part) }
        UnsafeMutableRawBufferPointer(rebasing: destination[present...]).initializeMemory(as: UInt8.self, repeating: 0)
        position += destination.count
        return 0
    }

    private func seek(to target: Int64) -> Int32 {
        guard target >= 0, target <= virtualCount else { return 1 }
        position = Int(target)
        return 0
    }
}
