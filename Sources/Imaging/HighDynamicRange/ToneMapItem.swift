import MediaContainers

/// The item of a HEIF file that derives the alternate picture from a base picture and a gain map (ISO 23008-12,
/// `tmap`). libheif 1.15 doesn't know it, so its content is read here.
enum ToneMapItem {
    private static let limitInBytes = 1024
    private static let inFile = 0
    private static let inMetaBox = 1

    /// Returns the parameters of a gain map, or `nil` if there is no such item.
    static func metadata(base: Int, gainMap: Int, _ view: ByteView, _ boxes: FileBoxes) -> GainMapMetadata? {
        guard let meta = MetaBox(view, boxes), let references = meta.content(of: "iref").flatMap(ItemReferences.init),
            let item = references.first(where: { entry in
                entry.type == "dimg" && entry.targets == [base, gainMap]
                    && HighEfficiencyItem.type(of: entry.source, in: meta) == "tmap"
            })?.source,
            let content = content(of: item, in: meta, view), content.byte(at: 0) == 0,
            let parameters = content.part(at: 1, count: content.count - 1)
        else { return nil }
        return GainMapMetadata(standard: ByteView(parameters))
    }

    /// Returns the bytes of an item that lies in one piece.
    private static func content(of item: Int, in meta: MetaBox, _ view: ByteView) -> ByteView? {
        guard let locations = meta.content(of: "iloc").flatMap(ItemLocations.init),
            let location = locations.items.first(where: { $0.number == item }), location.extents.count == 1,
            location.extents[0].length <= limitInBytes
        else { return nil }
        let source =
            switch location.method {
            case inFile: Optional(view)
            case inMetaBox: meta.content(of: "idat")
            default: nil as ByteView?
            }
        let (extent, base) = (location.extents[0], location.base)
        return source?.part(at: base + extent.offset, count: extent.length).map(ByteView.init)
    }
}
