/// The TIFF structure in a picture's EXIF segment, in little-endian byte order.
package enum ExifBlock {
    private typealias Tag = SampleMedia.Exif.Tag
    private typealias Entry = (tag: Int, value: Tag.Value)

    package static func bytes(_ exif: SampleMedia.Exif) -> [UInt8] {
        let header: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
        let (camera, place) = (cameraEntries(exif), placeEntries(exif))
        // The length of the main directory doesn't depend on the positions of the others, so a first pass computes
        // it.
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
        return merged(entries, exif, .main)
    }

    private static func cameraEntries(_ exif: SampleMedia.Exif) -> [Entry] {
        var entries: [Entry] = []
        if let date = exif.dateTimeOriginal { entries.append((0x9003, .text(date))) }
        if let offset = exif.offsetTimeOriginal { entries.append((0x9011, .text(offset))) }
        if let fraction = exif.subSecTimeOriginal { entries.append((0x9291, .text(fraction))) }
        return merged(entries, exif, .camera)
    }

    private static func placeEntries(_ exif: SampleMedia.Exif) -> [Entry] {
        var entries: [Entry] = []
        if let latitude = exif.latitude {
            entries += [(1, .text(latitude < 0 ? "S" : "N")), (2, .rationals(degrees(latitude)))]
        }
        if let longitude = exif.longitude {
            entries += [(3, .text(longitude < 0 ? "W" : "E")), (4, .rationals(degrees(longitude)))]
        }
        return merged(entries, exif, .place)
    }

    /// Adds the further tags of a directory, which replace existing ones.
    private static func merged(_ entries: [Entry], _ exif: SampleMedia.Exif, _ directory: Tag.Directory) -> [Entry] {
        let further = exif.tags.filter { $0.directory == directory }.map { (tag: $0.number, value: $0.value) }
        let kept = entries.filter { entry in !further.contains { $0.tag == entry.tag } }
        return (kept + further).sorted { $0.tag < $1.tag }
    }

    /// Converts to degrees, minutes and thousandths of seconds.
    private static func degrees(_ angle: Double) -> [(numerator: Int, denominator: Int)] {
        let thousandths = Int((abs(angle) * 3_600_000).rounded())
        return [
            (thousandths / 3_600_000, 1), (thousandths / 60_000 % 60, 1), (thousandths % 60_000, 1000),
        ]
    }

    /// Returns a directory followed by the values that don't fit in it. Tags are in ascending order.
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
