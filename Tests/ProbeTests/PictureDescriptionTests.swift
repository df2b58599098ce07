import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

/// What people wrote about a picture, and what programs did.
@Suite struct PictureDescriptionTests {
    private func probe(
        _ tags: [SampleMedia.Exif.Tag] = [], xmp: [(name: String, value: String)] = [], elements: String = "",
        iptc: [(dataSet: UInt8, text: String)] = []
    ) throws -> MediaProbe {
        var exif = SampleMedia.Exif()
        exif.tags = tags
        let packet = xmp.isEmpty && elements.isEmpty ? nil : SampleMedia.xmpPacket(xmp, elements: elements)
        return try #require(try Probing.picture(SampleMedia.jpeg(exif: exif, xmp: packet, iptc: iptc)))
    }

    private func alternatives(_ name: String, _ text: String) -> String {
        "<\(name)><rdf:Alt><rdf:li xml:lang=\"de\">\(text) (de)</rdf:li>"
            + "<rdf:li xml:lang=\"x-default\">\(text)</rdf:li></rdf:Alt></\(name)>"
    }

    @Test func `XMP's title has precedence over IPTC's`() throws {
        let iptc: [(dataSet: UInt8, text: String)] = [(5, "IPTC title")]
        #expect(try probe(elements: alternatives("dc:title", "XMP title"), iptc: iptc).title == "XMP title")
        #expect(try probe(iptc: iptc).title == "IPTC title")
    }

    @Test func `the caption is the first text that a person wrote`() throws {
        let iptc: [(dataSet: UInt8, text: String)] = [(120, "IPTC caption")]
        let exif: [SampleMedia.Exif.Tag] = [.imageDescription("EXIF description"), .userComment("EXIF comment")]
        let xmp = alternatives("dc:description", "XMP description")
        #expect(try probe(exif, elements: xmp, iptc: iptc).caption == "XMP description")
        #expect(try probe(exif, iptc: iptc).caption == "IPTC caption")
        #expect(try probe(exif).caption == "EXIF description")
        #expect(try probe([.imageDescription("OLYMPUS DIGITAL CAMERA"), exif[1]]).caption == "EXIF comment")
    }

    @Test(
        "texts that cameras write automatically are not captions",
        arguments: [
            "OLYMPUS DIGITAL CAMERA         ", "SONY DSC", "DCIM", "Screenshot", "default", "   ", "", "----",
            "\u{1}\u{2}",
            "Processed with VSCO with a6 preset", "oppo_0", "{\"scene\":1}",
        ])
    func boilerplate(_ text: String) throws {
        let probe = try probe([.imageDescription(text), .userComment(text)])
        #expect(probe.caption == nil)
    }

    @Test func `a caption keeps its line breaks and is trimmed`() throws {
        #expect(
            try probe([.imageDescription("  Two\nlines – und Ümläute \0rest")]).caption == "Two\nlines – und Ümläute")
    }

    @Test func `keywords are those of IPTC and XMP, in order and without duplicates`() throws {
        let bag =
            "<dc:subject><rdf:Bag><rdf:li>lake</rdf:li><rdf:li>Zürich</rdf:li><rdf:li> </rdf:li></rdf:Bag></dc:subject>"
        let probe = try probe(elements: bag, iptc: [(25, "summer"), (25, "lake"), (25, "summer")])
        #expect(probe.keywords == ["summer", "lake", "Zürich"])
    }

    @Test func `keywords beyond 500 are ignored`() throws {
        let iptc = (0..<700).map { (dataSet: UInt8(25), text: "keyword \($0)") }
        let keywords = try probe(iptc: iptc).keywords
        #expect(keywords.count == 500 && keywords.last == "keyword 499")
    }

    @Test(
        "a rating has one to five stars, and rejected or unrated is no rating",
        arguments: [("1", 1), ("5", 5), ("3.0", 3), ("-1", nil), ("0", nil), ("6", nil), ("nan", nil), ("many", nil)]
            as [(String, Int?)])
    func ratings(_ text: String, _ stars: Int?) throws {
        let probe = try probe(xmp: [("xmp:Rating", text)])
        #expect(probe.rating == stars)
    }

    @Test func `XMP's rating has precedence over EXIF's, even if it is unrated`() throws {
        #expect(try probe([.rating(4)]).rating == 4)
        #expect(try probe([.rating(4)], xmp: [("xmp:Rating", "2")]).rating == 2)
        let rejected = try probe([.rating(4)], xmp: [("xmp:Rating", "-1")])
        #expect(rejected.rating == nil)
        #expect(try probe([.rating(99)]).rating == nil)
    }

    @Test func `the preserved filename is read`() throws {
        #expect(try probe(xmp: [("xmpMM:PreservedFileName", "DSC_0001.JPG")]).preservedFileName == "DSC_0001.JPG")
    }

    @Test func `camera and lens are read, and a front lens is recognized`() throws {
        let front = try probe([.lensModel("iPhone 12 Pro front camera 2.71mm f/2.2")])
        #expect(front.cameraMake == "Albumen" && front.cameraModel == "Sample 1" && front.isSelfPortrait)
        #expect(front.lensModel == "iPhone 12 Pro front camera 2.71mm f/2.2")
        #expect(try !probe([.lensModel("iPhone 12 Pro back camera 4.2mm f/1.6")]).isSelfPortrait)
        let xmp = SampleMedia.xmpPacket([("tiff:Make", "Maker"), ("tiff:Model", "Model")])
        let other = try #require(try Probing.picture(SampleMedia.jpeg(xmp: xmp)))
        #expect(other.cameraMake == "Maker" && other.cameraModel == "Model")
    }

    @Test(
        "EXIF's custom rendering identifies subtypes",
        arguments: [
            (0, []), (1, []), (2, .photoHDR), (3, .photoHDR), (4, []), (6, .photoPanorama),
            (7, [.photoHDR, .photoDepthEffect]), (8, .photoDepthEffect), (0xFFFF, []),
        ] as [(UInt16, MediaProbe.Subtypes)])
    func customRendered(_ kind: UInt16, _ subtypes: MediaProbe.Subtypes) throws {
        #expect(try probe([.customRendered(kind)]).subtypes == subtypes)
    }

    /// - Parameters:
    ///   - type: 3 for HDR, 4 for its plain original.
    ///   - identifier: of a burst.
    private func appleMakerNote(_ type: UInt8, _ identifier: String) -> SampleMedia.Exif.Tag {
        var note: [UInt8] = Array("Apple iOS\0\0\u{1}MM".utf8) + [0, 2]
        note += [0, 0x0A, 0, 9, 0, 0, 0, 1, 0, 0, 0, type]
        note += [0, 0x0B, 0, 2] + SampleMedia.bigEndian32(identifier.utf8.count + 1) + [0, 0, 0, 44]
        note += [0, 0, 0, 0] + Array(identifier.utf8) + [0]
        return SampleMedia.Exif.Tag(.camera, 0x927C, .undefined(note))
    }

    @Test(
        "Apple's maker note identifies HDR and bursts",
        arguments: [(2, []), (3, .photoHDR), (4, [])] as [(UInt8, MediaProbe.Subtypes)])
    func appleMakerNotes(_ type: UInt8, _ subtypes: MediaProbe.Subtypes) throws {
        let identifier = "3F1B6C54-6B7C-4A0E-9E1B-0C5E7B1D2A10"
        let probe = try probe([appleMakerNote(type, identifier)])
        #expect(probe.subtypes == subtypes && probe.burstIdentifier == identifier)
    }

    @Test func `Google's panorama tags identify a panorama`() throws {
        #expect(try probe(xmp: [("GPano:ProjectionType", "equirectangular")]).subtypes == .photoPanorama)
        #expect(try probe(xmp: [("GPano:UsePanoramaViewer", "True")]).subtypes == .photoPanorama)
        #expect(try probe(xmp: [("GPano:UsePanoramaViewer", "False")]).subtypes == [])
    }

    @Test func `Apple's comment identifies a screenshot, as does Android's filename without a camera`() throws {
        #expect(try probe([.userComment("Screenshot")]).subtypes == .photoScreenshot)
        let png = SampleMedia.png()
        #expect(try Probing.picture(png, named: "Screenshot_20240507-093304.png")?.subtypes == .photoScreenshot)
        #expect(try Probing.picture(png, named: "My Screenshot_1.png")?.subtypes == [])
        let camera = SampleMedia.jpeg(exif: SampleMedia.Exif())
        #expect(try Probing.picture(camera, named: "Screenshot_20240507-093304.jpg")?.subtypes == [])
    }

    @Test func `more than one frame is an animation`() throws {
        let gif = try #require(try Probing.picture(SampleMedia.gif(frames: 3)))
        #expect(gif.frameCount == 3 && gif.subtypes == .photoAnimation)
        let still = try #require(try Probing.picture(SampleMedia.gif(frames: 1)))
        #expect(still.frameCount == 1 && still.subtypes == [])
        let frame = HeaderOnlyMedia.chunk("ANMF", [UInt8](repeating: 0, count: 16))
        let webp = HeaderOnlyMedia.webp(HeaderOnlyMedia.extendedHeader(width: 8, height: 8), frame, frame)
        #expect(try Probing.picture(webp)?.subtypes == .photoAnimation)
    }

    @Test func `Google's XMP contains the burst identifier`() throws {
        let probe = try probe(xmp: [("GCamera:BurstID", "1aada2e4-4833-49f9-b4de-1a549c458f1e")])
        #expect(probe.burstIdentifier == "1aada2e4-4833-49f9-b4de-1a549c458f1e")
    }
}
