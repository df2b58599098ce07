/// The addresses of XMP's namespaces. The prefixes in documents are free, so only addresses count.
package enum XMPNamespace {
    package static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    package static let xml = "http://www.w3.org/XML/1998/namespace"

    package static let acdsee = "http://ns.acdsee.com/iptc/1.0/"
    package static let albumen = "urn:albumen:1/"
    package static let cameraRaw = "http://ns.adobe.com/camera-raw-settings/1.0/"
    package static let darktable = "http://darktable.sf.net/"
    package static let digiKam = "http://www.digikam.org/ns/1.0/"
    package static let dublinCore = "http://purl.org/dc/elements/1.1/"
    package static let exif = "http://ns.adobe.com/exif/1.0/"
    package static let fstop = "http://www.fstopapp.com/xmp/"
    package static let iptcCore = "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
    package static let iptcExtension = "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
    package static let lightroom = "http://ns.adobe.com/lightroom/1.0/"
    package static let mediaPro = "http://ns.iview-multimedia.com/mediapro/1.0/"
    package static let microsoftPhoto = "http://ns.microsoft.com/photo/1.0/"
    package static let microsoftPeople = "http://ns.microsoft.com/photo/1.2/"
    package static let microsoftRegion = "http://ns.microsoft.com/photo/1.2/t/Region#"
    package static let microsoftRegionInfo = "http://ns.microsoft.com/photo/1.2/t/RegionInfo#"
    package static let photoMechanic = "http://ns.camerabits.com/photomechanic/1.0/"
    package static let photoshop = "http://ns.adobe.com/photoshop/1.0/"
    package static let regions = "http://www.metadataworkinggroup.com/schemas/regions/"
    package static let tiff = "http://ns.adobe.com/tiff/1.0/"
    package static let xmp = "http://ns.adobe.com/xap/1.0/"

    /// The addresses that some programs write instead.
    private static let others = [
        // The address in the specification of Albumen's sidecars. Exports use the shorter one.
        "https://albumen.org/ns/1.0/": albumen,
        "http://ns.microsoft.com/photo/1.0": microsoftPhoto,
        "http://purl.org/dc/1.1/": dublinCore,
    ]

    /// Returns the usual address of a namespace.
    static func canonical(_ address: String) -> String { others[address] ?? address }
}
