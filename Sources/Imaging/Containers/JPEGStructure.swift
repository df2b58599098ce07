import MediaContainers

/// The marker segments of a JPEG file up to its first scan, and whether the picture has an end.
struct JPEGStructure {
    private(set) var picture: PictureStructure?
    /// The coding of the picture, or `nil` if there is no frame.
    private(set) var coding: Coding?
    /// Whether there is a scan, which starts the picture's data.
    private(set) var hasScan = false
    /// Whether Adobe's software wrote the file. Its inks are then inverted.
    private(set) var hasAdobeMark = false
    /// The content of a JFIF header, if the file starts with one.
    private(set) var header: ByteView?
    /// Where the index of the file's pictures starts, or `nil` if there is none. Its offsets count from there.
    private(set) var multiPictureStart: Int?
    /// The parameters of a gain map, or their version, according to ISO 21496-1.
    private(set) var gainMapBlocks: [UnsafeRawBufferPointer] = []
    private var profileParts: [(number: UInt8, content: UnsafeRawBufferPointer)] = []
    private var exifBlocks: [UnsafeRawBufferPointer] = []
    private var xmpPackets: [UnsafeRawBufferPointer] = []

    /// The header of the frame.
    struct Coding {
        var marker: UInt8
        var bitsPerSample: Int
        var componentCount: Int

        var isProgressive: Bool { [0xC2, 0xC6, 0xCA, 0xCE].contains(marker) }
    }

    static func read(_ view: ByteView) -> PictureStructure? {
        JPEGStructure(view).picture
    }

    init(_ view: ByteView) {
        let damage = readSegments(of: view)
        picture?.damage = damage
        picture?.exifBlocks = exifBlocks
        picture?.xmpPackets = xmpPackets
    }

    /// The embedded colour profile, assembled from its parts, or an empty array if there is none.
    var profile: [UInt8] {
        profileParts.sorted { $0.number < $1.number }.flatMap { $0.content }
    }

    /// Reads the segments. Returns a description of the damage, or `nil` if there is none.
    private mutating func readSegments(of view: ByteView) -> String? {
        let segments = JPEGSegmentSequence(view)
        var isFirst = true
        for segment in segments {
            switch segment.marker {
            case JPEGSegment.endOfImage:
                return PictureStructure.isEmpty
            case JPEGSegment.startOfScan:
                hasScan = true
                return segments.hasEndOfImage(behind: segment.range.lowerBound + 2) ? nil : PictureStructure.endsEarly
            default:
                if let content = view.part(at: segment.content.lowerBound, count: segment.content.count) {
                    read(segment, segments.applicationData(of: segment), ByteView(content), isFirst: isFirst)
                }
                isFirst = false
            }
        }
        return PictureStructure.endsEarly
    }

    private mutating func read(
        _ segment: JPEGSegment, _ kind: JPEGApplicationData?, _ content: ByteView, isFirst: Bool
    ) {
        if segment.isFrame, picture == nil {
            guard let height = content.uint16(at: 1), let width = content.uint16(at: 3) else { return }
            picture = PictureStructure(width: width, height: height)
            coding = Coding(
                marker: segment.marker, bitsPerSample: Int(content.byte(at: 0) ?? 0),
                componentCount: Int(content.byte(at: 5) ?? 0))
        }
        guard let kind, let data = content.part(at: kind.markLength, count: content.count - kind.markLength) else {
            return
        }
        switch kind {
        case .jfif:
            if isFirst { header = ByteView(data) }
        case .exif:
            if let block = PictureStructure.exifBlock(in: data) { exifBlocks.append(block) }
        case .xmp:
            xmpPackets.append(data)
        case .colourProfile:
            let part = ByteView(data)
            if let number = part.byte(at: 0), profileParts.count < 255,
                let content = part.part(at: 2, count: part.count - 2)
            {
                profileParts.append((number, content))
            }
        case .adobe:
            hasAdobeMark = true
        case .multiPicture:
            multiPictureStart = multiPictureStart ?? segment.content.lowerBound + kind.markLength
        case .gainMap:
            gainMapBlocks.append(data)
        case .extendedXMP, .photoshop:
            break
        }
    }
}
