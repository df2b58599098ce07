/// The namespaces of XMP whose properties stay unless their names are those of places or captions.
enum XMPNamespaces {
    static let syntax = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    static let packet = "adobe:ns:meta/"
    static let xml = "http://www.w3.org/XML/1998/namespace"

    /// The elements and attributes of the syntax, in lower case. They have no meaning of their own.
    static let syntaxNames: Set = [
        "rdf", "description", "li", "bag", "seq", "alt", "value", "about", "parsetype", "resource", "type", "id",
        "nodeid", "datatype",
    ]
    static let packetNames: Set = ["xmpmeta", "xapmeta", "xmptk", "xaptk"]

    /// Namespaces with texts and numbers. Those with pictures of their own, such as Google's depth maps, aren't known.
    static let known: Set = [
        "http://purl.org/dc/elements/1.1/", "http://ns.adobe.com/xap/1.0/", "http://ns.adobe.com/xap/1.0/mm/",
        "http://ns.adobe.com/xap/1.0/rights/", "http://ns.adobe.com/xap/1.0/bj/", "http://ns.adobe.com/xap/1.0/t/pg/",
        "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#", "http://ns.adobe.com/xap/1.0/sType/ResourceRef#",
        "http://ns.adobe.com/xap/1.0/sType/Version#", "http://ns.adobe.com/xap/1.0/sType/Dimensions#",
        "http://ns.adobe.com/xap/1.0/sType/Job#", "http://ns.adobe.com/xap/1.0/sType/Font#",
        "http://ns.adobe.com/xmp/sType/Area#", "http://ns.adobe.com/xmp/note/",
        "http://ns.adobe.com/xmp/Identifier/qual/1.0/", "http://ns.adobe.com/xmp/1.0/DynamicMedia/",
        "http://ns.adobe.com/photoshop/1.0/", "http://ns.adobe.com/tiff/1.0/", "http://ns.adobe.com/exif/1.0/",
        "http://ns.adobe.com/exif/1.0/aux/", "http://cipa.jp/exif/1.0/", "http://ns.adobe.com/lightroom/1.0/",
        "http://ns.adobe.com/camera-raw-settings/1.0/", "http://ns.adobe.com/hdr-gain-map/1.0/",
        "http://ns.adobe.com/hdr-metadata/1.0/", "http://ns.adobe.com/pdf/1.3/",
        "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/", "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
        "http://ns.useplus.org/ldf/xmp/1.0/", "http://www.metadataworkinggroup.com/schemas/regions/",
        "http://www.metadataworkinggroup.com/schemas/keywords/", "http://ns.microsoft.com/photo/1.0/",
        "http://ns.microsoft.com/photo/1.2/", "http://ns.microsoft.com/photo/1.2/t/RegionInfo#",
        "http://ns.microsoft.com/photo/1.2/t/Region#", "http://www.digikam.org/ns/1.0/",
        "http://www.fstopapp.com/xmp/", "http://ns.google.com/photos/1.0/panorama/",
        "http://ns.google.com/photos/1.0/camera/", "http://ns.google.com/photos/1.0/container/",
        "http://ns.google.com/photos/1.0/container/item/", "http://ns.google.com/videos/1.0/spherical/",
        "http://ns.apple.com/HDRGainMap/1.0/", "http://ns.apple.com/pixeldatainfo/1.0/",
        "http://ns.apple.com/faceinfo/1.0/", "http://ns.apple.com/ImageIO/1.0/",
        "http://ns.oplus.com/photos/1.0/camera/", "http://creativecommons.org/ns#",
    ]
}
