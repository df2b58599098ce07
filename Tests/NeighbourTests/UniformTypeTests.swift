import Foundation
import MobileCoreServices
import Testing

@Suite struct UniformTypeTests {
    @Test(arguments: [
        (kUTTypeImage, "public.image"), (kUTTypeMovie, "public.movie"), (kUTTypeJPEG, "public.jpeg"),
        (kUTTypeGIF, "com.compuserve.gif"), (kUTTypeRawImage, "public.camera-raw-image"),
        (kUTTypeLivePhoto, "com.apple.live-photo"), (kUTTypeMPEG4, "public.mpeg-4"), (kUTTypePDF, "com.adobe.pdf"),
    ])
    func `a constant is an identifier`(constant: CFString, identifier: String) {
        #expect(constant as String == identifier)
    }

    @Test func `a type has a preferred MIME type and extension`() {
        let mimeType = UTTypeCopyPreferredTagWithClass(kUTTypePNG, kUTTagClassMIMEType)?.takeRetainedValue() as String?
        #expect(mimeType == "image/png")
        let suffix = UTTypeCopyPreferredTagWithClass("public.heic" as CFString, kUTTagClassFilenameExtension)
        #expect(suffix?.takeUnretainedValue() == "heic")
    }

    @Test func `an abstract type has no tag`() {
        #expect(UTTypeCopyPreferredTagWithClass(kUTTypeImage, kUTTagClassMIMEType) == nil)
        #expect(UTTypeCopyAllTagsWithClass(kUTTypeImage, kUTTagClassFilenameExtension) == nil)
    }

    @Test func `all tags of a type start with the preferred tag`() throws {
        let tags = try #require(UTTypeCopyAllTagsWithClass(kUTTypeJPEG, kUTTagClassFilenameExtension))
        let texts = try #require(tags.takeRetainedValue() as? [String])
        #expect(texts.first == "jpeg")
        #expect(texts.contains("jpg"))
    }

    @Test(arguments: ["jpg", "JPEG"])
    func `a filename extension has an identifier`(suffix: String) {
        let identifier = UTTypeCreatePreferredIdentifierForTag(
            kUTTagClassFilenameExtension, suffix as CFString, nil)?.takeRetainedValue()
        #expect(identifier == kUTTypeJPEG)
    }

    @Test func `a tag can be an NSString`() {
        let identifier = UTTypeCreatePreferredIdentifierForTag(
            kUTTagClassMIMEType, NSString(string: "video/mp4"), kUTTypeMovie)
        #expect(identifier?.takeRetainedValue() == kUTTypeMPEG4)
    }

    @Test func `an unknown extension has a dynamic identifier that contains it`() throws {
        let created = try #require(
            UTTypeCreatePreferredIdentifierForTag(kUTTagClassFilenameExtension, "qwertz", kUTTypeData))
        let identifier = created.takeRetainedValue()
        #expect(UTTypeIsDynamic(identifier))
        #expect(!UTTypeIsDeclared(identifier))
        let suffix = UTTypeCopyPreferredTagWithClass(identifier, kUTTagClassFilenameExtension)
        #expect(suffix?.takeRetainedValue() == "qwertz")
        let all = UTTypeCreateAllIdentifiersForTag(kUTTagClassFilenameExtension, "qwertz", kUTTypeData)
        #expect(all?.takeRetainedValue() as? [String] == [identifier])
    }

    @Test func `an empty tag has no identifier`() {
        #expect(UTTypeCreatePreferredIdentifierForTag(kUTTagClassMIMEType, "", nil) == nil)
        #expect(UTTypeCreateAllIdentifiersForTag(kUTTagClassMIMEType, "", nil) == nil)
    }

    @Test func `a type conforms to itself and to its supertypes`() {
        #expect(UTTypeConformsTo(kUTTypeQuickTimeMovie, kUTTypeMovie))
        #expect(UTTypeConformsTo(kUTTypeMovie, kUTTypeMovie))
        #expect(!UTTypeConformsTo(kUTTypeMovie, kUTTypeImage))
        #expect(!UTTypeConformsTo("com.example.unknown" as CFString, kUTTypeData))
    }

    @Test func `identifiers are equal in any case`() {
        #expect(UTTypeEqual("PUBLIC.jpeg" as CFString, kUTTypeJPEG))
        #expect(!UTTypeEqual(kUTTypePNG, kUTTypeJPEG))
    }

    @Test func `a declared type has a description`() {
        #expect(UTTypeCopyDescription(kUTTypeJPEG)?.takeRetainedValue().contains("JPEG") == true)
        #expect(UTTypeCopyDescription("com.example.unknown") == nil)
    }
}
