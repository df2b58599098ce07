import CExiv2
import MediaContainers
import MediaRequests

/// The metadata of a file, as the blocks that files of several formats contain.
struct MetadataBlocks {
    /// The TIFF header of EXIF and all that follows.
    var exif: [UInt8]?
    var xmp: [UInt8]?
    /// The contents of a JPEG's segments that continue the packet.
    var xmpExtensions: [[UInt8]] = []
    /// Photoshop's resources, which contain IPTC.
    var resources: [UInt8] = []

    init() {}

    /// The blocks of a container.
    init(of structure: PictureStructure) {
        read(structure)
    }

    /// - Parameters:
    ///   - original: The bytes of an entire file. A file without metadata results in no blocks.
    ///   - exifLimit: The size limit of EXIF from a file that contains it in another form. Larger tags are missing.
    init(of original: UnsafeRawBufferPointer, exifLimit: Int = ExifBlock.limitInBytes) {
        let view = ByteView(original)
        switch ImageFormat(signatureOf: view) {
        case .jpeg: readJPEG(view)
        case .highEfficiency:
            guard let reading = HighEfficiencyPicture.read(view) else { return }
            read(reading.structure)
        case .webp: WebPStructure.read(view).map { read($0) }
        case .png:
            // exiv2 ignores blocks that it finds after the pixels.
            readFile(original, exifLimit)
            guard let structure = PNGStructure.read(view) else { return }
            var others = MetadataBlocks()
            others.read(structure)
            exif = others.exif ?? exif
            xmp = others.xmp ?? xmp
        case .tiff, .raw, .photoshop, .jpeg2000: readFile(original, exifLimit)
        case .gif, .bitmap, nil: break
        }
    }

    private mutating func readJPEG(_ view: ByteView) {
        for segment in JPEGSegments.metadata(of: view) {
            let content = Array(segment)
            if content.starts(with: JPEGSegments.exifMark) {
                // The first block counts, as in readers.
                if exif == nil { exif = Array(content.dropFirst(JPEGSegments.exifMark.count)) }
            } else if content.starts(with: JPEGSegments.xmpMark) {
                if xmp == nil { xmp = Array(content.dropFirst(JPEGSegments.xmpMark.count)) }
            } else if content.starts(with: JPEGSegments.xmpExtensionMark) {
                xmpExtensions.append(content)
            } else if content.starts(with: JPEGSegments.photoshopMark) {
                resources += content.dropFirst(JPEGSegments.photoshopMark.count)
            }
        }
        resources = PhotoshopResources(resources).withoutThumbnails
    }

    private mutating func read(_ structure: PictureStructure) {
        exif = structure.exifBlocks.first.map(Array.init)
        xmp = structure.xmpPackets.first.map(Array.init)
    }

    private mutating func readFile(_ bytes: UnsafeRawBufferPointer, _ exifLimit: Int) {
        guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
            let read = albumen_metadata_blocks_create(base, bytes.count, exifLimit)
        else { return }
        defer { albumen_metadata_blocks_destroy(read) }
        func block(_ start: (OpaquePointer, UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>?) -> [UInt8]? {
            var count = 0
            return start(read, &count).map { Array(UnsafeBufferPointer(start: $0, count: count)) }
        }
        exif = block { albumen_metadata_blocks_exif($0, $1) }
        xmp = block { albumen_metadata_blocks_xmp($0, $1) }
        resources = block { albumen_metadata_blocks_iptc($0, $1) }.map(PhotoshopResources.containing) ?? []
    }

    /// The whole XMP packet, with the parts that a JPEG has in segments of their own.
    var wholePacket: XMPPacket? {
        xmp.map { XMPPacket($0).merged(with: ExtendedXMP.packet(in: xmpExtensions, of: $0)) }
    }
}

// MARK: - Changes

extension MetadataBlocks {
    /// Returns the blocks for another picture: with its size and orientation, without thumbnails and other pictures, and
    /// with changes.
    func carried(_ size: CarriedSize, _ changes: ImageProperty? = nil) -> MetadataBlocks {
        var blocks = self
        blocks.exif = exif.flatMap { ExifBlock($0)?.carried(size) }
        if let whole = wholePacket, whole.hasPictures {
            // They would show the picture before the edit.
            blocks.xmp = whole.withoutPictures.carried(size).bytes
            blocks.xmpExtensions = []
        } else {
            blocks.xmp = xmp.map { XMPPacket($0).carried(size).bytes }
        }
        guard case .dictionary(let values)? = changes else { return blocks }
        blocks.changeExif(values, size)
        if let iptc = values["{IPTC}"] {
            let all = PhotoshopResources(blocks.resources)
            var records = IPTCRecords(all.iptc ?? [])
            records.apply(iptc)
            if records.bytes != all.iptc ?? [] { blocks.resources = all.replacing(iptc: records.bytes) }
        }
        blocks.removeXMP(of: values)
        return blocks
    }

    private mutating func changeExif(_ changes: [String: ImageProperty], _ size: CarriedSize) {
        let present = (exif ?? []).withUnsafeBytes { ExifProperties.read(ByteView($0)) }
        var editor = ExifEditor(exif)
        editor.apply(changes)
        if present["{Exif}"]?["PixelXDimension"] == nil, changes["{Exif}"]?["PixelXDimension"]?.number != nil {
            editor.set(width: size.width, height: size.height)
        }
        if size.orientation != present["Orientation"]?.integer ?? 1 {
            editor.set("Orientation", to: .integer(Int64(size.orientation)))
        }
        for (key, tag) in [("DPIWidth", "XResolution"), ("DPIHeight", "YResolution")] {
            guard let value = changes[key], let number = value.number, number > 0,
                present[key].map({ $0.isEqual(to: value) }) != true
            else { continue }
            editor.set(tag, to: value)
            editor.set("ResolutionUnit", to: .integer(2))
        }
        exif = editor.isEmpty ? nil : editor.block
    }

    /// Removes the properties of XMP that repeat changed ones, because they would be stale. Location counts as a whole.
    private mutating func removeXMP(of changes: [String: ImageProperty]) {
        guard let xmp else { return }
        let present = (exif ?? []).withUnsafeBytes { ExifProperties.read(ByteView($0)) }
        var names: Set<String> = []
        for (dictionary, space) in [("{TIFF}", "tiff:"), ("{Exif}", "exif:")] {
            let table = dictionary == "{TIFF}" ? ExifTagTable.main : .photo
            let keys: [String]
            switch changes[dictionary] {
            case .dictionary(let values)?: keys = Array(values.keys)
            case .removal?: keys = Array(table.numbers.keys)
            default: continue
            }
            names.formUnion(keys.filter { table[$0]?.isFixed == false && $0 != "Orientation" }.map { space + $0 })
        }
        if case .dictionary(let values)? = changes["{IPTC}"] {
            names.formUnion(values.keys.compactMap { XMPPacket.names[$0] })
        } else if changes["{IPTC}"] == .removal {
            names.formUnion(XMPPacket.names.values)
        }
        let changesLocation =
            switch changes["{GPS}"] {
            case .removal?: true
            case .dictionary(let values)?: .dictionary(values) != present["{GPS}"]
            default: false
            }
        guard !names.isEmpty || changesLocation else { return }
        self.xmp =
            XMPPacket(xmp).removing { names.contains($0) || (changesLocation && $0.hasPrefix("exif:GPS")) }.bytes
    }
}
