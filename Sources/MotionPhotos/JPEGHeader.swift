import MediaContainers

/// The segments of a JPEG file before its picture that concern motion photos.
struct JPEGHeader {
    private static let packetLimit = 4
    private static let partLimit = 64

    /// The contents of standard XMP segments, without their mark.
    private var packets: [Range<Int>] = []
    /// The contents of extended XMP segments, without their mark.
    private var parts: [Range<Int>] = []
    /// The index of the file's pictures, from the position from which its offsets count.
    private(set) var multiPictureIndex: Range<Int>?
    /// Where the picture's data starts.
    private(set) var end = 0

    /// - Complexity: O(*n*) small reads for *n* segments.
    init(_ source: some ByteSource) {
        let segments = JPEGSegmentSequence(source)
        for segment in segments {
            end = segment.range.lowerBound
            if segment.marker == JPEGSegment.startOfScan || segment.marker == JPEGSegment.endOfImage { return }
            guard let kind = segments.applicationData(of: segment) else { continue }
            let data = segment.content.lowerBound + kind.markLength..<segment.content.upperBound
            switch kind {
            case .xmp: if packets.count < Self.packetLimit { packets.append(data) }
            case .extendedXMP: if parts.count < Self.partLimit { parts.append(data) }
            case .multiPicture: multiPictureIndex = multiPictureIndex ?? data
            default: break
            }
        }
    }

    /// Reads the properties of the standard packets, and then those of the extended packet that belongs to them.
    func properties(_ source: some ByteSource) -> MotionPhotoProperties {
        var properties = MotionPhotoProperties()
        for packet in packets {
            guard let bytes = source.bytes(at: packet.lowerBound, count: packet.count) else { continue }
            properties.merge(MotionPhotoPropertyReader.properties(in: bytes))
        }
        guard let digest = properties.extendedPacket, let packet = extendedPacket(source, digest) else {
            return properties
        }
        properties.merge(MotionPhotoPropertyReader.properties(in: packet))
        return properties
    }

    /// Assembles an extended packet (XMP specification, part 3, 1.1.3.1): each part has the packet's digest, its length,
    /// and the position of the part. Returns `nil` if the packet isn't complete or exceeds a limit.
    private func extendedPacket(_ source: some ByteSource, _ digest: String) -> [UInt8]? {
        let (lengthLimit, digestSize, headerSize) = (1 << 20, 32, 40)
        var found: [(position: Int, data: Range<Int>)] = []
        var total: Int?
        for part in parts where part.count >= headerSize {
            guard let header = source.bytes(at: part.lowerBound, count: headerSize),
                header[..<digestSize].elementsEqual(digest.utf8)
            else { continue }
            let (length, position) = header.withView { ($0.uint32(at: digestSize), $0.uint32(at: digestSize + 4)) }
            guard let length, let position, length <= lengthLimit, length == total ?? length else { return nil }
            total = length
            found.append((position, part.lowerBound + headerSize..<part.upperBound))
        }
        var packet: [UInt8] = []
        for part in found.sorted(by: { $0.position < $1.position }) {
            guard part.position == packet.count, part.data.count <= lengthLimit - packet.count,
                let bytes = source.bytes(at: part.data.lowerBound, count: part.data.count)
            else { return nil }
            packet += bytes
        }
        return packet.count == total ? packet : nil
    }
}
