import Testing
import UniformTypeIdentifiers

@Suite struct UTTypeTests {
    struct Format: Sendable, CustomTestStringConvertible {
        let filenameExtension: String
        let identifier: String
        let preferredFilenameExtension: String
        let preferredMIMEType: String?
        let supertype: UTType

        var testDescription: String { filenameExtension }

        init(_ filenameExtension: String, _ identifier: String, _ preferred: String, _ mime: String?, _ type: UTType) {
            self.filenameExtension = filenameExtension
            self.identifier = identifier
            preferredFilenameExtension = preferred
            preferredMIMEType = mime
            supertype = type
        }
    }

    @Test(arguments: [
        Format("jpg", "public.jpeg", "jpeg", "image/jpeg", .image),
        Format("JPEG", "public.jpeg", "jpeg", "image/jpeg", .image),
        Format("png", "public.png", "png", "image/png", .image),
        Format("gif", "com.compuserve.gif", "gif", "image/gif", .image),
        Format("tif", "public.tiff", "tiff", "image/tiff", .image),
        Format("bmp", "com.microsoft.bmp", "bmp", "image/bmp", .image),
        Format("heic", "public.heic", "heic", "image/heic", .image),
        Format("HEIF", "public.heif", "heif", "image/heif", .image),
        Format("heics", "public.heics", "heics", "image/heic-sequence", .image),
        Format("avif", "public.avif", "avif", "image/avif", .image),
        Format("webp", "org.webmproject.webp", "webp", "image/webp", .image),
        Format("jp2", "public.jpeg-2000", "jp2", "image/jp2", .image),
        Format("jxl", "public.jpeg-xl", "jxl", "image/jxl", .image),
        Format("svg", "public.svg-image", "svg", "image/svg+xml", .xml),
        Format("psd", "com.adobe.photoshop-image", "psd", "image/vnd.adobe.photoshop", .image),
        Format("dng", "com.adobe.raw-image", "dng", "image/x-adobe-dng", .rawImage),
        Format("cr2", "com.canon.cr2-raw-image", "cr2", nil, .rawImage),
        Format("CR3", "com.canon.cr3-raw-image", "cr3", nil, .rawImage),
        Format("nef", "com.nikon.raw-image", "nef", nil, .rawImage),
        Format("arw", "com.sony.arw-raw-image", "arw", nil, .rawImage),
        Format("raf", "com.fuji.raw-image", "raf", nil, .rawImage),
        Format("orf", "com.olympus.raw-image", "orf", nil, .rawImage),
        Format("rw2", "com.panasonic.rw2-raw-image", "rw2", nil, .rawImage),
        Format("kdc", "com.kodak.raw-image", "dcr", nil, .rawImage),
        Format("x3f", "com.sigma.x3f-raw-image", "x3f", nil, .rawImage),
        Format("mov", "com.apple.quicktime-movie", "mov", "video/quicktime", .movie),
        Format("mp4", "public.mpeg-4", "mp4", "video/mp4", .movie),
        Format("m4v", "com.apple.m4v-video", "m4v", "video/x-m4v", .mpeg4Movie),
        Format("3gp", "public.3gpp", "3gp", "video/3gpp", .movie),
        Format("avi", "public.avi", "avi", "video/avi", .movie),
        Format("mpeg", "public.mpeg", "mpg", "video/mpeg", .movie),
        Format("m2v", "public.mpeg-2-video", "m2v", "video/mpeg2", .video),
        Format("m2ts", "public.avchd-mpeg-2-transport-stream", "mts", nil, .mpeg2TransportStream),
        Format("mkv", "org.matroska.mkv", "mkv", "video/x-matroska", .movie),
        Format("webm", "org.webmproject.webm", "webm", "video/webm", .movie),
        Format("wmv", "com.microsoft.windows-media-wmv", "wmv", "video/x-ms-wmv", .movie),
        Format("mp3", "public.mp3", "mp3", "audio/mpeg", .audio),
        Format("m4a", "com.apple.m4a-audio", "m4a", "audio/x-m4a", .mpeg4Audio),
        Format("aif", "public.aiff-audio", "aiff", "audio/aiff", .audio),
        Format("txt", "public.plain-text", "txt", "text/plain", .text),
        Format("json", "public.json", "json", "application/json", .text),
        Format("plist", "com.apple.property-list", "plist", nil, .data),
        Format("xmp", "com.adobe.xmp", "xmp", "application/rdf+xml", .xml),
        Format("aae", "com.apple.photos.apple-adjustment-envelope", "aae", nil, .data),
        Format("pdf", "com.adobe.pdf", "pdf", "application/pdf", .compositeContent),
        Format("zip", "public.zip-archive", "zip", "application/zip", .archive),
    ])
    func `an extension finds its type`(format: Format) throws {
        let type = try #require(UTType(filenameExtension: format.filenameExtension))
        #expect(type.identifier == format.identifier)
        #expect(type.preferredFilenameExtension == format.preferredFilenameExtension)
        #expect(type.preferredMIMEType == format.preferredMIMEType)
        #expect(type.isSubtype(of: format.supertype))
        #expect(type.conforms(to: .data) && type.conforms(to: .item))
        #expect(type.isDeclared && !type.isDynamic)
        #expect(type.isPublic == format.identifier.hasPrefix("public."))
        #expect(type.localizedDescription?.isEmpty == false)
        #expect(type == UTType(format.identifier))
    }

    @Test(arguments: [
        ("image/jpeg", "public.jpeg"), ("IMAGE/JPG", "public.jpeg"), ("image/heic", "public.heic"),
        ("video/mp4", "public.mpeg-4"), ("audio/mp4", "public.mpeg-4-audio"),
        ("video/x-msvideo", "public.avi"), ("application/octet-stream", "public.data"),
    ])
    func `a MIME type finds its type`(mimeType: String, identifier: String) {
        #expect(UTType(mimeType: mimeType)?.identifier == identifier)
    }

    @Test func `the table declares each constant`() {
        let constants: [UTType] = [
            .item, .content, .compositeContent, .data, .directory, .folder, .package, .bundle, .url, .fileURL,
            .image, .jpeg, .png, .gif, .tiff, .bmp, .ico, .icns, .webP, .heif, .heic, .heics, .jpegxl, .svg, .exr,
            .rawImage, .dng, .livePhoto, .audiovisualContent, .movie, .video, .quickTimeMovie, .mpeg4Movie,
            .appleProtectedMPEG4Video, .mpeg, .mpeg2Video, .mpeg2TransportStream, .avi, .audio, .mp3, .mpeg4Audio,
            .appleProtectedMPEG4Audio, .wav, .aiff, .midi, .text, .plainText, .utf8PlainText, .rtf, .html, .xml,
            .json, .delimitedText, .commaSeparatedText, .propertyList, .xmlPropertyList, .binaryPropertyList, .pdf,
            .archive, .zip, .gzip, .bz2,
        ]
        #expect(constants.filter { !$0.isDeclared }.isEmpty)
        #expect(Set(constants).count == constants.count)
    }

    @Test func `the supertype chooses among types that share an extension`() {
        #expect(UTType(filenameExtension: "mp4", conformingTo: .audio) == .mpeg4Audio)
        #expect(UTType(filenameExtension: "plist", conformingTo: .xml) == .xmlPropertyList)
        #expect(
            UTType.types(tag: "mp4", tagClass: .filenameExtension, conformingTo: nil) == [.mpeg4Movie, .mpeg4Audio])
    }

    @Test func `a Live Photo bundle is a package, not data`() throws {
        let bundle = try #require(UTType(filenameExtension: "pvt", conformingTo: .package))
        #expect(bundle.identifier == "com.apple.live-photo-bundle")
        #expect(bundle.conforms(to: .livePhoto) && bundle.conforms(to: .directory))
        #expect(!bundle.conforms(to: .data) && !UTType.livePhoto.conforms(to: .image))
        #expect(UTType(filenameExtension: "pvt")?.isDynamic == true)
    }

    @Test func `a type conforms to itself but is not its own subtype`() {
        #expect(UTType.jpeg.conforms(to: .jpeg) && !UTType.jpeg.isSubtype(of: .jpeg))
        #expect(!UTType.jpeg.isSupertype(of: .jpeg) && UTType.image.isSupertype(of: .jpeg))
        #expect(!UTType.image.conforms(to: .jpeg) && !UTType.jpeg.conforms(to: .movie))
        #expect(UTType.heic.isSubtype(of: .image) && !UTType.heic.conforms(to: .heif))
        #expect(UTType.video.conforms(to: .movie) && !UTType.movie.conforms(to: .video))
        #expect(!UTType.audio.conforms(to: .movie))
    }

    @Test func `supertypes include indirect ones`() {
        #expect(UTType.jpeg.supertypes == [.image, .data, .content, .item])
        #expect(UTType.item.supertypes.isEmpty)
    }

    @Test func `tags contain extensions and MIME types`() {
        #expect(UTType.png.tags == [.filenameExtension: ["png"], .mimeType: ["image/png"]])
        #expect(UTType.image.tags.isEmpty)
    }

    @Test func `identifiers ignore case`() {
        #expect(UTType("PUBLIC.JPEG") == .jpeg)
        #expect(UTType("PUBLIC.JPEG")?.identifier == "public.jpeg")
        #expect(UTType(importedAs: "Com.Example.Thing") == UTType(importedAs: "com.example.thing"))
    }

    @Test func `an unknown identifier has no type but can be imported`() {
        #expect(UTType("com.example.unknown") == nil)
        let parent = UTType(exportedAs: "com.example.drawing", conformingTo: .image)
        let child = UTType(importedAs: "com.example.sketch", conformingTo: parent)
        #expect(!child.isDeclared && !child.isDynamic && !child.isPublic)
        #expect(child.conforms(to: parent) && child.isSubtype(of: .image) && child.conforms(to: .item))
        #expect(!child.conforms(to: .movie))
        #expect(child.supertypes == [parent, .image, .data, .content, .item])
        #expect(UTType(importedAs: "public.png", conformingTo: .movie) == .png)
    }

    @Test func `a type prints as its identifier`() {
        #expect("\(UTType.heic)" == "public.heic")
        #expect(UTTagClass.mimeType.description == "public.mime-type")
    }
}
