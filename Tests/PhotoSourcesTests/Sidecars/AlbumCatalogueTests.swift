import AlbumenTestSupport
import Foundation
import Records
import Testing

@testable import PhotoSources

/// The albums and folders of an export (imports 3.4).
@Suite struct AlbumCatalogueTests {
    private typealias Collection = AlbumCatalogue.Collection
    private typealias Member = AlbumCatalogue.Member

    private static let digest = String(repeating: "0f", count: 32)

    private func digest() throws -> BlobDigest { try #require(BlobDigest(hexadecimal: Self.digest)) }

    private func failure(_ json: String) -> SourceError? {
        do throws(SourceError) {
            _ = try AlbumCatalogue(json: Data(json.utf8))
            return nil
        } catch {
            return error
        }
    }

    private func catalogue(_ collections: String) -> String { "{\"version\":1,\"collections\":[\(collections)]}" }

    private func album(_ identifier: String, parent: String? = nil, more: String = "") -> String {
        let parent = parent.map { ",\"parent\":\"\($0)\"" } ?? ""
        return "{\"identifier\":\"\(identifier)\",\"kind\":\"album\",\"title\":\"T\"\(parent)\(more)}"
    }

    private func folder(_ identifier: String, parent: String? = nil) -> String {
        album(identifier, parent: parent).replacing("\"album\"", with: "\"folder\"")
    }

    private func member(_ path: String) -> String { "{\"path\":\"\(path)\",\"sha256\":\"\(Self.digest)\"}" }

    @Test func `a catalogue has one form (imports 3.4)`() throws {
        let digest = try digest()
        let catalogue = AlbumCatalogue([
            Collection(identifier: "F", kind: .folder, title: "Reisen / \"2024\""),
            Collection(
                identifier: "A", kind: .album, title: "", parent: "F", cover: "b/2.jpg",
                members: [Member(path: "1.jpg", sha256: digest), Member(path: "b/2.jpg", sha256: digest)]),
            Collection(identifier: "E", kind: .album, title: "Leer", members: []),
        ])
        let json = try catalogue.json()
        #expect(
            String(decoding: json, as: UTF8.self) == """
                {"collections":[{"identifier":"F","kind":"folder","title":"Reisen / \\"2024\\""},\
                {"cover":"b/2.jpg","identifier":"A","kind":"album","members":[\
                {"path":"1.jpg","sha256":"\(Self.digest)"},{"path":"b/2.jpg","sha256":"\(Self.digest)"}],\
                "parent":"F","title":""},{"identifier":"E","kind":"album","members":[],"title":"Leer"}],"version":1}
                """)
        #expect(try AlbumCatalogue(json: json) == catalogue)
    }

    @Test func `random catalogues survive (imports 3.4)`() throws {
        var generator = SeededGenerator(seed: 35)
        func text() -> String {
            let characters = Array("aé😀&<\"'\\ 0:|\u{301}\n\t\u{1}")
            let count = Int.random(in: 1...12, using: &generator)
            return String((0..<count).compactMap { _ in characters.randomElement(using: &generator) })
        }
        for round in 0..<100 {
            var collections: [Collection] = []
            var folders: [String] = []
            for number in 0..<Int.random(in: 0...12, using: &generator) {
                let parent = Bool.random(using: &generator) ? folders.randomElement(using: &generator) : nil
                let identifier = "\(number)" + text()
                guard Bool.random(using: &generator) else {
                    folders.append(identifier)
                    collections.append(Collection(identifier: identifier, kind: .folder, title: text(), parent: parent))
                    continue
                }
                let members = (0..<Int.random(in: 0...5, using: &generator)).map { number in
                    let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
                    return Member(path: "\(number)x/" + text(), sha256: BlobDigest(bytes: bytes) ?? .zero)
                }
                collections.append(
                    Collection(
                        identifier: identifier, kind: .album, title: text(), parent: parent,
                        cover: members.randomElement(using: &generator)?.path, members: members))
            }
            let catalogue = AlbumCatalogue(collections)
            let json = try catalogue.json()
            let read = try AlbumCatalogue(json: json)
            #expect(read == catalogue, "\(round)")
            #expect(try read.json() == json)
        }
    }

    @Test func `an error names the file and the reason`() throws {
        let error = try #require(failure("{"))
        #expect(error.code == .damaged)
        #expect(
            error.message == "The albums in albumen-albums.json can't be read: it isn't the JSON of an export. "
                + "Export again, or remove the file.")
    }

    @Test(arguments: [
        "", "null", "[]", "{}", "{\"version\":1}", "{\"version\":\"1\",\"collections\":[]}",
        "{\"version\":0,\"collections\":[]}",
        "{\"version\":1,\"collections\":{}}", "{\"version\":1,\"collections\":[{}]}",
        "{\"version\":1.5,\"collections\":[]}", "{\"version\":-99999999999999999999,\"collections\":[]}",
    ])
    func `other JSON is refused (general rules)`(_ json: String) throws {
        #expect(try #require(failure(json)).code == .damaged)
    }

    @Test func `unknown keys are ignored, and a later version is refused with advice`() throws {
        #expect(failure("{\"version\":1,\"collections\":[],\"more\":{}}") == nil)
        let later = try #require(failure("{\"version\":2,\"collections\":{}}"))
        #expect(later.code == .unsupported)
        #expect(later.message.contains("Update Albumen"))
    }

    @Test(arguments: [
        "", "/a", "a/", "a//b", ".", "..", "../a", "a/..", "a/../b", "./a", "a/./b", "a\\u0000b", "/",
        String(repeating: "a", count: 256), String(repeating: "a/", count: 2048) + "a",
    ])
    func `paths that leave the folder are refused (general rules)`(_ path: String) throws {
        let json = catalogue(album("A", more: ",\"members\":[\(member(path))]"))
        #expect(try #require(failure(json)).message.contains("the path of a member of “T” isn't valid"))
    }

    @Test(arguments: ["a", "a b/ü/IMG_1.JPG", "..a", "a..", "...", "a\\\\b", String(repeating: "a", count: 255)])
    func `other relative paths are accepted`(_ path: String) {
        #expect(failure(catalogue(album("A", more: ",\"members\":[\(member(path))],\"cover\":\"\(path)\""))) == nil)
    }

    @Test func `folders come before their children, so there are no cycles (general rules)`() throws {
        #expect(
            failure(catalogue([folder("F"), folder("G", parent: "F"), album("A", parent: "G")].joined(separator: ",")))
                == nil)
        for collections in [
            [folder("F", parent: "F")], [folder("F", parent: "G"), folder("G", parent: "F")],
            [album("A", parent: "F"), folder("F")], [album("A"), album("B", parent: "A")], [album("A", parent: "")],
        ] {
            let message = try #require(failure(catalogue(collections.joined(separator: ",")))).message
            #expect(message.contains("isn't listed before it"), "\(collections)")
        }
    }

    @Test func `contradictions are refused (general rules)`() throws {
        for (collections, reason) in [
            ([album("A"), folder("A")], "two albums or folders have the identifier A"),
            ([album("")], "the identifier of “T” isn't valid"),
            ([album("A", more: ",\"members\":[\(member("a")),\(member("a"))]")], "“T” has a member twice"),
            ([album("A", more: ",\"members\":[\(member("a"))],\"cover\":\"b\"")], "the cover of “T” isn't a member"),
            ([album("A", more: ",\"cover\":\"b\"")], "the cover of “T” isn't a member"),
            ([folder("F").dropLast() + ",\"members\":[]}"], "the folder “T” has members"),
        ] {
            let message = try #require(failure(catalogue(collections.joined(separator: ",")))).message
            #expect(message.contains(reason))
        }
        let upperCase = catalogue(album("A", more: ",\"members\":[\(member("a"))]"))
            .replacing("0f0f", with: "0F0F")
        #expect(failure(upperCase)?.code == .damaged)
    }

    @Test func `folders are nested up to a limit (general rules)`() throws {
        func nested(_ depth: Int) -> String {
            catalogue((0..<depth).map { folder("\($0)", parent: $0 == 0 ? nil : "\($0 - 1)") }.joined(separator: ","))
        }
        #expect(failure(nested(64)) == nil)
        #expect(try #require(failure(nested(65))).message.contains("nested too deeply"))
    }

    @Test func `long texts are refused (general rules)`() throws {
        let title = album("A").replacing("\"T\"", with: "\"\(String(repeating: "t", count: 4097))\"")
        #expect(try #require(failure(catalogue(title))).message.contains("title of an album is too long"))
        #expect(failure(catalogue(album(String(repeating: "i", count: 257)))) != nil)
    }

    @Test(.timeLimit(.minutes(1))) func `deep and large JSON is refused (general rules)`() throws {
        #expect(failure(String(repeating: "[", count: 1_000_000)) != nil)
        #expect(failure("{\"version\":1,\"collections\":" + String(repeating: "[", count: 600) + "]") != nil)
        let many = "{\"version\":1,\"collections\":[" + String(repeating: "1,", count: 8_000_001) + "1]}"
        #expect(try #require(failure(many)).message.contains("too many values"))
        #expect(throws: AlbumCatalogue.Defect.self) { try AlbumCatalogue.checkSize(of: Data(count: (128 << 20) + 1)) }
    }

    @Test func `a catalogue that's cut anywhere is refused (general rules)`() throws {
        let json = Array(
            catalogue(
                [folder("F"), album("A", parent: "F", more: ",\"members\":[\(member("a"))]")].joined(separator: ",")
            ).utf8)
        #expect(throws: Never.self) { try AlbumCatalogue(json: Data(json)) }
        for count in 0..<json.count {
            #expect(throws: SourceError.self) { try AlbumCatalogue(json: Data(json[..<count])) }
        }
    }

    @Test func `an invalid catalogue isn't written`() throws {
        let member = Member(path: "../a", sha256: try digest())
        let catalogue = AlbumCatalogue([Collection(identifier: "A", kind: .album, title: "T", members: [member])])
        #expect(throws: SourceError.self) { try catalogue.json() }
    }
}
