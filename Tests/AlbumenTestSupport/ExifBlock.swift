/// The TIFF structure inside a picture's EXIF segment, in little-endian order.
enum ExifBlock {
    private enum Value {
        case text(String)
        case short(UInt16)
        case rationals([(numerator: Int, denominator: Int)])
        /// The offset of another directory.
        case offset(Int)

        var type: Int {
            switch self {
            case .text: 2
            case .short: 3
            case .offset: 4
            case .rationals: 5
            }
        }

        var count: Int {
            switch self {
            case .text(let text): text.utf8.count + 1
            case .short, .offset: 1
            case .rationals(let values): values.count
            }
        }

        var bytes: [UInt8] {
            switch self {
            case .text(let text): Array(text.utf8) + [0]
            case .short(let number): SampleMedia.littleEndian16(Int(number))
            case .offset(let offset): SampleMedia.littleEndian32(offset)
            case .rationals(let values):
                values.flatMap {
                    SampleMedia.littleEndian32($0.numerator) + SampleMedia.littleEndian32($0.denominator)
                }
            }
        }
    }

    private typealias Entry = (tag: Int, value: Value)

    static func bytes(_ exif: SampleMedia.Exif) -> [UInt8] {
        let header: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
        let (camera, place) = (cameraEntries(exif), placeEntries(exif))
        // The main directory's length does not depend on where the others are, so that a first pass tells it.
        let mainLength = directory(mainEntries(exif, camera: 0, place: place.isEmpty ? nil : 0), at: 8).count
        let cameraBlock = directory(camera, at: 8 + mainLength)
        let placeOffset = 8 + mainLength + cameraBlock.count
        let main = mainEntries(exif, camera: 8 + mainLength, place: place.isEmpty ? nil : placeOffset)
        let placeBlock = place.isEmpty ? [] : directory(place, at: placeOffset)
        return header + directory(main, at: 8) + cameraBlock + placeBlock
    }

    private static func mainEntries(_ exif: SampleMedia.Exif, camera: Int, place: Int?) -> [Entry] {
        var entries: [Entry] = []
        if let make = exif.make { entries.append((0x010F, .text(make))) }
        if let model = exif.model { entries.append((0x0110, .text(model))) }
        if let orientation = exif.orientation { entries.append((0x0112, .short(orientation))) }
        entries.append((0x8769, .offset(camera)))
        if let place { entries.append((0x8825, .offset(place))) }
        return entries
    }

    private static func cameraEntries(_ exif: SampleMedia.Exif) -> [Entry] {
        var entries: [Entry] = []
        if let date = exif.dateTimeOriginal { entries.append((0x9003, .text(date))) }
        if let offset = exif.offsetTimeOriginal { entries.append((0x9011, .text(offset))) }
        if let fraction = exif.subSecTimeOriginal { entries.append((0x9291, .text(fraction))) }
        return entries
    }

    private static func placeEntries(_ exif: SampleMedia.Exif) -> [Entry] {
        guard let latitude = exif.latitude, let longitude = exif.longitude else { return [] }
        return [
            (1, .text(latitude < 0 ? "S" : "N")), (2, .rationals(degrees(latitude))),
            (3, .text(longitude < 0 ? "W" : "E")), (4, .rationals(degrees(longitude))),
        ]
    }

    /// Degrees, minutes and thousandths of seconds.
    private static func degrees(_ angle: Double) -> [(numerator: Int, denominator: Int)] {
        let thousandths = Int((abs(angle) * 3_600_000).rounded())
        return [
            (thousandths / 3_600_000, 1), (thousandths / 60_000 % 60, 1), (thousandths % 60_000, 1000),
        ]
    }

    /// A directory with the values that do not fit into it behind it. Tags come in rising order.
    private static func directory(_ entries: [Entry], at offset: Int) -> [UInt8] {
        var table = SampleMedia.littleEndian16(entries.count)
        var values: [UInt8] = []
        let valuesOffset = offset + 2 + entries.count * 12 + 4
        for (tag, value) in entries {
            table += SampleMedia.littleEndian16(tag)
            table += SampleMedia.littleEndian16(value.type)
            table += SampleMedia.littleEndian32(value.count)
            var bytes = value.bytes
            if bytes.count <= 4 {
                table += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
            } else {
                table += SampleMedia.littleEndian32(valuesOffset + values.count)
                if !bytes.count.isMultiple(of: 2) { bytes.append(0) }
                values += bytes
            }
        }
        return table + SampleMedia.littleEndian32(0) + values
    }
}
