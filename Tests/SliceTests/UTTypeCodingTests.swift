import Testing
import UniformTypeIdentifiers

@Suite struct UTTypeCodingTests {
    @Test func `a type encodes as its identifier`() throws {
        let data = try JSONEncoder().encode([UTType.heic])
        #expect(String(decoding: data, as: UTF8.self) == #"["public.heic"]"#)
    }

    @Test(arguments: ["public.jpeg", "com.canon.cr3-raw-image", "dyn.ah62d4rv4ge81g6xy", "com.example.unknown"])
    func `an encoded type decodes`(identifier: String) throws {
        let type = UTType(importedAs: identifier)
        let read = try JSONDecoder().decode([UTType].self, from: JSONEncoder().encode([type]))
        #expect(read == [type])
        #expect(read.first?.isDeclared == type.isDeclared && read.first?.isDynamic == type.isDynamic)
    }

    @Test func `decoding a value that is not a string throws`() {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([UTType].self, from: Data("[1]".utf8)) }
    }
}
