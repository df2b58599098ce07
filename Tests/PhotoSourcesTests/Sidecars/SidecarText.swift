@testable import PhotoSources

/// Makes XMP documents from their properties.
enum SidecarText {
    private static let namespaces = [
        "acdsee": XMPNamespace.acdsee, "crs": XMPNamespace.cameraRaw, "darktable": XMPNamespace.darktable,
        "digiKam": XMPNamespace.digiKam, "dc": XMPNamespace.dublinCore, "exif": XMPNamespace.exif,
        "fstop": XMPNamespace.fstop, "Iptc4xmpCore": XMPNamespace.iptcCore,
        "Iptc4xmpExt": XMPNamespace.iptcExtension, "lr": XMPNamespace.lightroom, "mediapro": XMPNamespace.mediaPro,
        "MicrosoftPhoto": XMPNamespace.microsoftPhoto, "MP": XMPNamespace.microsoftPeople,
        "MPReg": XMPNamespace.microsoftRegion, "MPRI": XMPNamespace.microsoftRegionInfo,
        "photomechanic": XMPNamespace.photoMechanic, "photoshop": XMPNamespace.photoshop,
        "mwg-rs": XMPNamespace.regions, "tiff": XMPNamespace.tiff, "xmp": XMPNamespace.xmp,
    ]

    /// Returns a document with property elements and attributes. All prefixes are declared.
    static func document(_ elements: String = "", attributes: String = "") -> String {
        let declarations = namespaces.sorted { $0.key < $1.key }.map { " xmlns:\($0.key)=\"\($0.value)\"" }.joined()
        return """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="\(XMPNamespace.rdf)">
            <rdf:Description rdf:about=""\(declarations) \(attributes)>
            \(elements)
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """
    }

    static func bag(_ name: String, _ items: [String]) -> String {
        "<\(name)><rdf:Bag>\(items.map { "<rdf:li>\($0)</rdf:li>" }.joined())</rdf:Bag></\(name)>"
    }
}

extension XMPDocument {
    init(_ text: String) throws {
        try self.init(Array(text.utf8), file: "IMG_1.xmp")
    }
}

extension SidecarFacts {
    init(_ elements: String, attributes: String = "", options: Options = Options()) throws {
        self.init(try XMPDocument(SidecarText.document(elements, attributes: attributes)), options: options)
    }
}
