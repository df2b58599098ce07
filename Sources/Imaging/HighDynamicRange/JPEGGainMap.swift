import MediaContainers
import MediaRequests
import Pixels

/// A gain map that is a further picture of a JPEG file: of ISO 21496-1, of Ultra HDR, or of Apple's cameras.
struct JPEGGainMap {
    let formula: GainMapFormula
    private let view: ByteView
    private let structure: JPEGStructure

    /// Returns `nil` if the file has no gain map, or if the file ends before it.
    static func find(_ view: ByteView, _ structure: JPEGStructure) -> JPEGGainMap? {
        guard let start = structure.multiPictureStart else { return nil }
        let photo = structure.picture?.exifBlocks.first
        return MultiPictureIndex.furtherPictures(in: view, indexAt: start).lazy.compactMap { picture in
            let structure = JPEGStructure(picture)
            guard structure.picture != nil, structure.hasScan, let formula = formula(structure, photo: photo),
                formula.headroom > HighDynamicRange.smallestHeadroom
            else { return nil }
            return JPEGGainMap(formula: formula, view: picture, structure: structure)
        }.first
    }

    private static func formula(_ structure: JPEGStructure, photo: UnsafeRawBufferPointer?) -> GainMapFormula? {
        // The rest of the standard's name, `:-1`, and a zero.
        let nameLength = 4
        for block in structure.gainMapBlocks where ByteView(block).has(":-1\0", at: 0) {
            let content = UnsafeRawBufferPointer(rebasing: block[nameLength...])
            if let metadata = GainMapMetadata(standard: ByteView(content)) { return .standard(metadata) }
        }
        let packets = structure.picture?.xmpPackets ?? []
        if let metadata = packets.lazy.compactMap({ GainMapMetadata(packet: $0) }).first { return .standard(metadata) }
        return packets.lazy.compactMap { GainMapFormula(packet: $0, photo: photo) }.first
    }

    /// Decodes the gain map, no larger than needed.
    ///
    /// - Parameters:
    ///   - stored: The size of the photo.
    ///   - target: The size of the largest image to make.
    /// - Returns: `nil` if the map is damaged or doesn't have the photo's shape.
    func decode(for stored: PixelSize, _ target: PixelSize) throws(MediaError) -> GainMap? {
        let decoder = try JPEGDecoder(view)
        guard GainMap.fits(decoder.size, stored), decoder.size.longSide <= stored.longSide else { return nil }
        let picture = try decoder.decode([decoder.size.fitting(longSide: max(1, target.longSide))])
        guard picture.damage == nil, let raster = picture.rasters.first, raster.colours != .cmyk else { return nil }
        var map = GainMap(raster: raster, formula: formula)
        if case .standard(let metadata) = formula, !metadata.usesBaseColours, metadata.channels.count == 3 {
            map.alternateColour = decoder.colour
        }
        return map
    }
}
