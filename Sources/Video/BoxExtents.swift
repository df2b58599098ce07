/// Whether the top-level boxes of an ISO or QuickTime movie, or the chunk of an AVI, lie whole in the file.
enum BoxExtents {
    private static let boxLimit = 10_000

    static func damage(_ source: DescriptorSource, _ format: VideoFormat) -> String? {
        let isCutShort =
            switch format.demuxer {
            case "mov": declaredMovieEnd(source) > source.count
            case "avi": declaredChunkEnd(source) > source.count
            default: false
            }
        return isCutShort ? "the file ends before its movie does" : nil
    }

    private static func declaredMovieEnd(_ source: DescriptorSource) -> Int64 {
        var offset: Int64 = 0
        for _ in 0..<boxLimit where offset < source.count {
            let header = source.bytes(at: offset, limit: 16)
            guard header.count >= 8 else { break }
            var length = Int64(header[..<4].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
            if length == 0 { return source.count }
            if length == 1 {
                guard header.count == 16 else { return offset + 16 }
                length = Int64(clamping: header[8...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
            }
            // Some cameras leave a few zeros or notes of their own behind the last box.
            guard length >= 8, length < 1 << 48, header[4..<8].allSatisfy({ $0 >= 0x20 }) else { break }
            offset += length
        }
        return offset
    }

    private static func declaredChunkEnd(_ source: DescriptorSource) -> Int64 {
        let header = source.bytes(at: 0, limit: 8)
        guard header.count == 8 else { return 0 }
        return 8 + Int64(header[4...].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
