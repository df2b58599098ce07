import CLibHeif
import MediaContainers
import MediaRequests

/// The depth, colours and channels of a picture.
enum PixelProperties {
    private static let profileLimitInBytes = 8 << 20

    static func read(_ view: ByteView, _ format: ImageFormat, isRAW: Bool) -> [String: ImageProperty] {
        switch format {
        case .png: png(view)
        case .gif:
            [
                "Depth": .integer(8), "ColorModel": .text("RGB"), "IsIndexed": .boolean(true),
                "HasAlpha": .boolean(AnimationTimes(gif: view).isTranslucent),
            ]
        case .tiff, .raw: isRAW ? ["Depth": .integer(16), "ColorModel": .text("RGB")] : tiff(view)
        case .webp:
            ["Depth": .integer(8), "ColorModel": .text("RGB")]
        case .jpeg, .bitmap, .photoshop, .jpeg2000, .highEfficiency: [:]
        }
    }

    /// Reads the properties of a picture from libheif.
    static func read(_ handle: OpaquePointer) -> [String: ImageProperty] {
        var properties: [String: ImageProperty] = ["ColorModel": .text("RGB")]
        let depth = heif_image_handle_get_luma_bits_per_pixel(handle)
        if depth > 0 { properties["Depth"] = .integer(Int64(depth)) }
        if heif_image_handle_has_alpha_channel(handle) != 0 { properties["HasAlpha"] = .boolean(true) }
        let count = heif_image_handle_get_raw_color_profile_size(handle)
        if count > 0, count <= profileLimitInBytes {
            var profile = [UInt8](repeating: 0, count: count)
            if heif_image_handle_get_raw_color_profile(handle, &profile).code == heif_error_Ok,
                let name = ProfileName.text(profile)
            {
                properties["ProfileName"] = .text(name)
            }
        }
        return properties
    }

    private static func tiff(_ view: ByteView) -> [String: ImageProperty] {
        guard let main = ExifDirectory(mainOf: view) else { return [:] }
        func number(_ tag: Int) -> Int? { main.entry(tag).flatMap { main.integers($0)?.first } }
        var properties: [String: ImageProperty] = ["Depth": .integer(Int64(number(258) ?? 1))]
        switch number(262) ?? 2 {
        case 0, 1: properties["ColorModel"] = .text("Gray")
        case 5: properties["ColorModel"] = .text("CMYK")
        case 8, 9: properties["ColorModel"] = .text("Lab")
        case 3:
            properties["ColorModel"] = .text("RGB")
            properties["IsIndexed"] = .boolean(true)
        default: properties["ColorModel"] = .text("RGB")
        }
        if let samples = number(338), samples == 1 || samples == 2 { properties["HasAlpha"] = .boolean(true) }
        if let entry = main.entry(34675), entry.length <= profileLimitInBytes,
            let name = ProfileName.text(Array(main.bytes(entry).bytes))
        {
            properties["ProfileName"] = .text(name)
        }
        return properties
    }

    /// Whether a TIFF lacks some of its strips or tiles.
    static func isCutShort(tiff view: ByteView) -> Bool {
        guard let main = ExifDirectory(mainOf: view) else { return true }
        for (offsets, lengths) in [(273, 279), (324, 325)] {
            guard let offsets = main.entry(offsets), let lengths = main.entry(lengths) else { continue }
            for index in 0..<min(offsets.count, lengths.count) {
                guard let offset = main.integer(offsets, at: index), let length = main.integer(lengths, at: index),
                    offset + length <= view.count
                else { return true }
            }
            return false
        }
        return true
    }

    private static let keywords = [
        "title": "Title", "author": "Author", "description": "Description", "copyright": "Copyright",
        "creation time": "CreationTime", "software": "Software", "disclaimer": "Disclaimer", "warning": "Warning",
        "source": "Source", "comment": "Comment",
    ]

    private static func png(_ view: ByteView) -> [String: ImageProperty] {
        let coding = view.byte(at: 25) ?? 2
        var properties: [String: ImageProperty] = [
            "Depth": .integer(Int64(view.byte(at: 24) ?? 8)),
            "ColorModel": .text(coding == 0 || coding == 4 ? "Gray" : "RGB"),
        ]
        if coding == 3 { properties["IsIndexed"] = .boolean(true) }
        if coding == 4 || coding == 6 { properties["HasAlpha"] = .boolean(true) }
        var png: [String: ImageProperty] = ["InterlaceType": .integer(Int64(view.byte(at: 28) ?? 0))]
        PNGChunks.forEach(view) { code, content in
            let content = ByteView(content)
            switch code {
            case "tRNS": properties["HasAlpha"] = .boolean(true)
            case "gAMA": png["Gamma"] = content.uint32(at: 0).map { .real(Double($0) / 100_000) }
            case "sRGB": png["sRGBIntent"] = content.byte(at: 0).map { .integer(Int64($0)) }
            case "cHRM":
                let points = (0..<8).compactMap { content.uint32(at: 4 * $0) }
                if points.count == 8 { png["Chromaticities"] = .list(points.map { .real(Double($0) / 100_000) }) }
            case "pHYs":
                guard let x = content.uint32(at: 0), let y = content.uint32(at: 4), content.byte(at: 8) == 1 else {
                    return
                }
                png["XPixelsPerMeter"] = .integer(Int64(x))
                png["YPixelsPerMeter"] = .integer(Int64(y))
                properties["DPIWidth"] = .real(Double(x) * 0.0254)
                properties["DPIHeight"] = .real(Double(y) * 0.0254)
            case "tIME":
                guard let year = content.uint16(at: 0), content.count >= 7 else { return }
                let parts = (2..<7).map { Int(content.bytes[$0]) }.map { $0 < 10 ? "0\($0)" : "\($0)" }
                let (day, clock) = (parts[..<2].joined(separator: ":"), parts[2...].joined(separator: ":"))
                png["ModificationTime"] = .text("\(year):\(day) \(clock)")
            case "iCCP":
                let parts = content.bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2, parts[1].count <= profileLimitInBytes,
                    let profile = PNGChunks.inflated(parts[1].dropFirst(), limit: profileLimitInBytes)
                else { return }
                properties["ProfileName"] = ProfileName.text(profile).map(ImageProperty.text)
            default: break
            }
        }
        for (keyword, text, _) in PNGChunks.texts(view) {
            guard let key = keywords[keyword.lowercased()], !text.isEmpty, png[key] == nil else { continue }
            png[key] = .text(text)
        }
        properties["{PNG}"] = .dictionary(png)
        return properties
    }
}
