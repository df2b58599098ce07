import MediaTypes
import Testing

@Suite struct MediaTypeTableTests {
    @Test func `identifiers are unique`() {
        #expect(Set(MediaType.declared.map(\.identifier)).count == MediaType.declared.count)
    }

    @Test(arguments: MediaType.declared)
    func `tags are in lower case and supertypes are declared`(type: MediaType) {
        let names = [type.identifier] + type.conformsTo + type.filenameExtensions + type.mimeTypes
        #expect(names.allSatisfy { !$0.isEmpty && $0 == $0.lowercased() })
        #expect(type.filenameExtensions.allSatisfy { !$0.contains(".") })
        #expect(type.conformsTo.allSatisfy { MediaType.declared(identifier: $0) != nil })
        #expect(!type.ancestors.contains(type.identifier))
    }

    @Test(arguments: MediaType.declared)
    func `each tag finds its declared type`(type: MediaType) {
        for filenameExtension in type.filenameExtensions {
            #expect(MediaType.declared(filenameExtension: filenameExtension.uppercased()).contains(type))
        }
        for mimeType in type.mimeTypes {
            #expect(MediaType.declared(mimeType: mimeType.uppercased()).contains(type))
        }
    }

    @Test func `an undeclared identifier conforms only to itself`() {
        #expect(MediaType.conforms("com.canon.cr3-raw-image", to: "public.image"))
        #expect(!MediaType.conforms("public.image", to: "public.jpeg"))
        #expect(MediaType.conforms("com.example.unknown", to: "COM.example.unknown"))
        #expect(!MediaType.conforms("com.example.unknown", to: "public.item"))
    }
}
