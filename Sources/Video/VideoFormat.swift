/// The container of a video, detected by its first bytes. libavformat never detects the format itself. Otherwise, a
/// playlist with a video's name could make it open other files.
struct VideoFormat: Equatable {
    /// The number of bytes at the start that the detection uses.
    static let signatureLimitInBytes = 1024

    /// The name of libavformat's demuxer.
    var demuxer: String
    var uniformTypeIdentifier: String
    /// Whether the header alone contains the size, duration and codec.
    var isDescribedByHeader = false

    init?(signature: [UInt8]) {
        if let format = Self.isoMedia(signature) ?? Self.riffOrMatroska(signature) ?? Self.stream(signature) {
            self = format
        } else {
            return nil
        }
    }

    private init(_ demuxer: String, _ uniformTypeIdentifier: String, isDescribedByHeader: Bool = false) {
        self.demuxer = demuxer
        self.uniformTypeIdentifier = uniformTypeIdentifier
        self.isDescribedByHeader = isDescribedByHeader
    }

    private static let imageBrands: Set<String> = [
        "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1", "mif2", "miaf", "avif", "avis",
        "avci", "avcs", "crx ", "jp2 ", "jpx ", "jxl ",
    ]

    private static func isoMedia(_ signature: [UInt8]) -> VideoFormat? {
        switch text(signature, 4..<8) {
        case "ftyp":
            let brand = text(signature, 8..<12)
            return imageBrands.contains(brand) ? nil : VideoFormat("mov", identifier(brand), isDescribedByHeader: true)
        case "moov", "mdat", "wide", "pnot":
            return VideoFormat("mov", "com.apple.quicktime-movie", isDescribedByHeader: true)
        case "free", "skip":
            // Any file could contain these letters here, so there must be another box after this one.
            let length = signature.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard length >= 8, length <= Self.signatureLimitInBytes,
                ["moov", "mdat", "wide", "free", "ftyp"].contains(text(signature, length + 4..<length + 8))
            else { return nil }
            return VideoFormat("mov", "com.apple.quicktime-movie", isDescribedByHeader: true)
        default:
            return nil
        }
    }

    private static func identifier(_ brand: String) -> String {
        if brand == "qt  " { return "com.apple.quicktime-movie" }
        if brand.hasPrefix("M4V") { return "com.apple.m4v-video" }
        if brand.hasPrefix("3g2") { return "public.3gpp2" }
        return brand.hasPrefix("3g") ? "public.3gpp" : "public.mpeg-4"
    }

    private static func riffOrMatroska(_ signature: [UInt8]) -> VideoFormat? {
        if text(signature, 0..<4) == "RIFF", ["AVI ", "AVIX"].contains(text(signature, 8..<12)) {
            return VideoFormat("avi", "public.avi")
        }
        guard signature.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) else { return nil }
        let header = String(decoding: signature.prefix(80), as: UTF8.self)
        if header.contains("webm") { return VideoFormat("matroska,webm", "org.webmproject.webm") }
        return header.contains("matroska") ? VideoFormat("matroska,webm", "org.matroska.mkv") : nil
    }

    private static func stream(_ signature: [UInt8]) -> VideoFormat? {
        if signature.starts(with: [0x00, 0x00, 0x01, 0xBA]) { return VideoFormat("mpeg", "public.mpeg") }
        if signature.starts(with: [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]) {
            return VideoFormat("asf", "com.microsoft.windows-media-wmv")
        }
        if text(signature, 0..<3) == "FLV", signature.count > 3, signature[3] == 1 {
            return VideoFormat("flv", "com.adobe.flash.video")
        }
        // Packets have 188 bytes, or 192 in camcorders' files, which have four bytes of time before each packet.
        for (start, step) in [(0, 188), (4, 192)] {
            let marks = stride(from: start, to: signature.count, by: step)
            guard signature.count > start + 3 * step, marks.allSatisfy({ signature[$0] == 0x47 }) else { continue }
            let identifier = start == 0 ? "public.mpeg-2-transport-stream" : "public.avchd-mpeg-2-transport-stream"
            return VideoFormat("mpegts", identifier)
        }
        return nil
    }

    private static func text(_ signature: [UInt8], _ range: Range<Int>) -> String {
        range.upperBound <= signature.count ? String(decoding: signature[range], as: UTF8.self) : ""
    }
}
