import CLibHeif
import MediaContainers
import MediaRequests
import Pixels

/// The light brighter than white in a HEIF or AVIF file, before it's decoded: PQ, HLG, or a gain map that's an
/// auxiliary picture of the primary one.
///
/// libheif 1.15 doesn't return hidden pictures, so a gain map that only a `tmap` item refers to isn't found. Apple's
/// cameras write both.
enum HighEfficiencyRange {
    case coded(CodedLight)
    case gainMap(heif_item_id, GainMapFormula)

    private static let gainMapType = "urn:com:apple:photo:2020:aux:hdrgainmap"
    private static let auxiliaryLimit = 64

    /// Returns `nil` if no light is brighter than white.
    ///
    /// - Parameter photo: The EXIF block of the primary picture.
    static func find(
        _ primary: OpaquePointer, _ view: ByteView, _ boxes: FileBoxes, photo: () -> UnsafeRawBufferPointer?
    ) -> HighEfficiencyRange? {
        let colour = HighEfficiencyDecoder.Picture(handle: primary).colour ?? .untagged
        let level = HighEfficiencyItem.lightLevel(view, boxes)
        if let light = CodedLight(colour, lightLevelInCandelas: level) { return .coded(light) }
        var identifiers = [heif_item_id](repeating: 0, count: auxiliaryLimit)
        let count = heif_image_handle_get_list_of_auxiliary_image_IDs(
            primary, 0, &identifiers, Int32(auxiliaryLimit))
        for identifier in identifiers.prefix(Int(max(0, count))) {
            let found = withAuxiliary(identifier, of: primary) { handle in
                isGainMap(handle) ? formula(handle, identifier, view, boxes, photo: photo) : nil
            }
            guard let found, found.headroom > HighDynamicRange.smallestHeadroom else { continue }
            return .gainMap(identifier, found)
        }
        return nil
    }

    /// The brightest light, relative to white.
    var headroom: Double {
        switch self {
        case .coded(let light): light.headroom
        case .gainMap(_, let formula): formula.headroom
        }
    }

    /// Decodes the gain map if there is one.
    ///
    /// - Parameters:
    ///   - isTurned: Whether the container's rotation and crop apply.
    ///   - target: The upright size of the largest image to make.
    /// - Returns: `nil` if the map can't be decoded or doesn't have the picture's shape.
    func decode(
        _ primary: OpaquePointer, isTurned: Bool, _ target: PixelSize
    ) throws(MediaError) -> HighDynamicRange? {
        guard case .gainMap(let identifier, let formula) = self else {
            if case .coded(let light) = self { return .coded(light) }
            return nil
        }
        let picture = HighEfficiencyDecoder.Picture(handle: primary)
        let raster = try Self.withAuxiliary(identifier, of: primary) { handle throws(MediaError) -> Raster? in
            let map = HighEfficiencyDecoder.Picture(handle: handle)
            guard GainMap.fits(map.size, picture.size), map.size.longSide <= picture.size.longSide else { return nil }
            let (raster, isDamaged) = try HighEfficiencyDecoder.raster(of: handle, isTurned: isTurned)
            return isDamaged ? nil : raster
        }
        guard let raster else { return nil }
        let size = raster.size.fitting(longSide: max(1, target.longSide))
        return .gainMap(GainMap(raster: try raster.reduced(to: size), formula: formula))
    }

    private static func withAuxiliary<Answer, Failure: Error>(
        _ identifier: heif_item_id, of primary: OpaquePointer, _ body: (OpaquePointer) throws(Failure) -> Answer?
    ) throws(Failure) -> Answer? {
        var handle: OpaquePointer?
        guard heif_image_handle_get_auxiliary_image_handle(primary, identifier, &handle).code == heif_error_Ok,
            let handle
        else { return nil }
        defer { heif_image_handle_release(handle) }
        return try body(handle)
    }

    private static func isGainMap(_ handle: OpaquePointer) -> Bool {
        var type: UnsafePointer<CChar>?
        guard heif_image_handle_get_auxiliary_type(handle, &type).code == heif_error_Ok, let text = type else {
            return false
        }
        defer { heif_image_handle_free_auxiliary_types(handle, &type) }
        return String(cString: text) == gainMapType
    }

    /// Returns the formula of the standard if the file has its parameters, or else Apple's.
    private static func formula(
        _ handle: OpaquePointer, _ identifier: heif_item_id, _ view: ByteView, _ boxes: FileBoxes,
        photo: () -> UnsafeRawBufferPointer?
    ) -> GainMapFormula? {
        if let base = MetaBox(view, boxes)?.primaryItem,
            let metadata = ToneMapItem.metadata(base: base, gainMap: Int(identifier), view, boxes)
        {
            return .standard(metadata)
        }
        var structure = PictureStructure(width: 1, height: 1)
        let memory = HighEfficiencyPicture.addMetadata(of: handle, to: &structure)
        defer { for block in memory { block.deallocate() } }
        let photo = photo()
        return structure.xmpPackets.lazy.compactMap { GainMapFormula(packet: $0, photo: photo) }.first
    }
}
