import Testing
import UniformTypeIdentifiers

@Suite struct DynamicUTTypeTests {
    @Test(arguments: [
        ("srt", "dyn.ah62d4rv4ge81g6xy"), ("sql", "dyn.ah62d4rv4ge81g6pq"), ("gpx", "dyn.ah62d4rv4ge80s6d2"),
        ("livp", "dyn.ah62d4rv4ge8024p0sa"), ("conf", "dyn.ah62d4rv4ge80g55sq2"),
        ("mcpb", "dyn.ah62d4rv4ge80425uqk"), ("btsnoop", "dyn.ah62d4rv4ge80e7dxr31086a"),
    ])
    func `an unknown extension has the same dynamic identifier as on Apple's systems`(
        filenameExtension: String, identifier: String
    ) throws {
        let made = try #require(UTType(filenameExtension: filenameExtension.uppercased()))
        let read = try #require(UTType(identifier))
        #expect(made == read && made.identifier == identifier)
        for type in [made, read] {
            #expect(type.isDynamic && !type.isDeclared && !type.isPublic)
            #expect(type.preferredFilenameExtension == filenameExtension)
            #expect(type.preferredMIMEType == nil && type.localizedDescription == nil)
            #expect(type.supertypes == [.data, .item])
        }
    }

    @Test(arguments: ["application/x-unknown", "text/plain;charset=\"a:b\\c\"", "a=b"])
    func `an unknown MIME type can be read from its identifier`(mimeType: String) throws {
        let made = try #require(UTType(mimeType: mimeType, conformingTo: .image))
        let read = try #require(UTType(made.identifier))
        #expect(made.isDynamic && read.isDynamic)
        #expect(read.preferredMIMEType == mimeType && read.tags == [.mimeType: [mimeType]])
        #expect(read.conforms(to: .image) && !read.conforms(to: .movie))
    }

    @Test func `a known extension with another supertype is dynamic`() throws {
        let type = try #require(UTType(filenameExtension: "jpg", conformingTo: .movie))
        #expect(type.isDynamic && type.conforms(to: .movie) && !type.conforms(to: .image))
        let read = try #require(UTType(type.identifier))
        #expect(read.supertypes == [.movie, .audiovisualContent, .data, .content, .item])
    }

    @Test func `a dynamic type can be a supertype`() throws {
        let parent = try #require(UTType(filenameExtension: "abcd"))
        let child = try #require(UTType(filenameExtension: "efgh", conformingTo: parent))
        let read = try #require(UTType(child.identifier))
        #expect(read.isSubtype(of: parent) && read.conforms(to: .data))
    }

    @Test func `the identifier contains a tag of any class`() throws {
        let type = try #require(
            UTType(tag: "JPEG", tagClass: UTTagClass(rawValue: "com.apple.ostype"), conformingTo: nil))
        #expect(type.isDynamic && type.tags.isEmpty && type.supertypes.isEmpty)
        #expect(UTType(type.identifier) == type)
    }

    @Test(arguments: [
        "", "dyn", "dyn.", "dyn.a", "dyn.b2d4rv4ge81g6xy", "dyn.ah62d4rv4ge81g6x!", "dyn.aaaaa", "dyn.ah6",
        "dyn.ah62d4rv4ge81g6xy0", "dyn.a" + String(repeating: "9", count: 4000),
    ])
    func `a malformed dynamic identifier has no type`(identifier: String) {
        #expect(UTType(identifier) == nil)
    }

    @Test(arguments: ["", String(repeating: "x", count: 256)])
    func `an empty or overlong tag has no type`(tag: String) {
        #expect(UTType(filenameExtension: tag) == nil)
        #expect(UTType(mimeType: tag) == nil)
    }
}
