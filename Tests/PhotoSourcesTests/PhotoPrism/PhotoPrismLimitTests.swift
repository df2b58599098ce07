import Foundation
import Records
import SystemPackage
import Testing

@testable import PhotoSources

/// Hostile and large storages of PhotoPrism (imports, general rules).
@Suite struct PhotoPrismLimitTests {
    @Test("imports general: YAML with aliases, tags, depth or too many bytes is listed, and read no further")
    func hostileYAML() throws {
        let prism = try MadePrism()
        let uid = "UID: pqnkwgd18g000001\n"
        var laughs = uid + "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        for level in 1...30 {
            let list = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
            laughs += "a\(level): &a\(level) [\(list)]\n"
        }
        let files = [
            laughs + "? *a30\n: y\n", uid + "a: !!python/object:os.system x\n", uid + "a: !custom {b: c}\n",
            uid + "a: &b c\n", uid + "a: " + String(repeating: "[", count: 100_000),
            uid + (0..<5_000).map { String(repeating: " ", count: $0) + "k:\n" }.joined().prefix(900_000),
            uid + "a: " + String(repeating: "- ", count: 50_000),
            uid + "Title: " + String(repeating: "x", count: 2 << 20),
            "- a\n- b\n", "", "UID: [1]\n", "UID: ../x\n", "UID: a\nUID: b\n", uid + "Title: \"\u{0}\"\n", "\t: x",
            uid + "---\n" + uid, "%YAML 1.1\n---\n" + uid, "\u{FEFF}%TAG !a! x\n---\n" + uid,
            uid + "...\u{85}%TAG !a! x\u{2028}---\n" + uid,
        ]
        for (number, text) in files.enumerated() { try prism.writeYAML(text, to: "\(number + 10).yml") }
        try prism.folder.write(Data([0x55, 0x49, 0x44, 0x3A, 0xFF, 0xFE]), to: "storage/sidecar/99.yml")
        let items = try prism.items()
        #expect(items.count == files.count + 1)
        for item in items {
            #expect(item.exclusion == .absent && item.facts == SourceFacts(), "\(item.name)")
            #expect(item.differences.map(\.reason) == [.unreadable], "\(item.name)")
        }
        #expect(Set(items.map(\.identifier)).count == items.count)
        func detail(_ index: Int) -> String? { items[index].differences.first?.detail }
        #expect(detail(0) == "sidecar/10.yml: the YAML has aliases")
        #expect(detail(1) == "sidecar/11.yml: the YAML has tags")
        #expect(detail(4) == "sidecar/14.yml: the YAML is nested too deeply")
        #expect(detail(7) == "sidecar/17.yml: the file is too large")
        #expect(detail(10) == "sidecar/20.yml: no UID")
        for index in 16...18 {
            #expect(detail(index) == "sidecar/\(index + 10).yml: the YAML has directives")
        }
    }

    @Test("imports general: texts with the marks of YAML are texts")
    func marksInTexts() throws {
        let prism = try MadePrism()
        let text = "Caption: |-\n  &x and *y [1] {2}\n  !tag - - ? :\nCaptionSrc: manual"
        try prism.addPhoto(1, text)
        #expect(try prism.item().facts.caption == .known("&x and *y [1] {2}\n!tag - - ? :"))
    }

    @Test("imports general: links out of the folders and in circles aren't followed")
    func links() throws {
        let prism = try MadePrism()
        try prism.addPhoto(1, endings: [])
        let elsewhere = try TestFolder()
        let secret = try elsewhere.write(Data("secret".utf8), to: "secret.jpg").string
        let yaml = try elsewhere.write(Data("UID: p9\nTitle: secret\n".utf8), to: "secret.yml").string
        for name in ["2018/01/keep.jpg", "2019/IMG_3.jpg"] { try prism.writeOriginal(name) }
        try prism.link("originals/2018/01/IMG_1.jpg", to: secret)
        try prism.link("originals/2018/01/loop", to: "originals")
        try prism.link("originals/2018/out", to: prism.folder.url.deletingLastPathComponent().path)
        for name in ["a", "b"] { try prism.link("storage/sidecar/\(name)", to: "storage/sidecar") }
        // The YAML is elsewhere, so the photo comes in as usual.
        try prism.link("storage/sidecar/IMG_2.yml", to: yaml)
        try prism.link("storage/albums/album", to: yaml)
        try prism.writeOriginal("IMG_2.jpg")
        let items = try prism.items()
        #expect(items.map(\.exclusion) == [.unreadable] && items[0].originals.isEmpty)
        #expect(try prism.unknownFiles() == ["2018/01/keep.jpg", "2019/IMG_3.jpg", "IMG_2.jpg"])
        #expect(
            try prism.others() == ["2018/out other-files referenced link out of the folder"])
    }

    @Test("imports general: a folder of originals that leads out of them by a link isn't read")
    func linkedFolder() throws {
        let prism = try MadePrism()
        let elsewhere = try TestFolder()
        try elsewhere.write(Data("secret".utf8), to: "IMG_1.jpg")
        try prism.addPhoto(1, folder: "x/", endings: [])
        try prism.link("originals/x", to: elsewhere.path.string)
        #expect(try prism.item().exclusion == .absent)
        #expect(try prism.unknownFiles().isEmpty)
        #expect(try prism.others() == ["x other-files referenced link out of the folder"])
    }

    @Test("imports general: names with dots lead nowhere")
    func dots() throws {
        let prism = try MadePrism()
        let uid = "UID: pqnkwgd18g00000"
        for (number, name) in ["...yml", "..%2f..yml", "a..yml", "..\\secret.yml", "-.yml"].enumerated() {
            try prism.writeYAML("\(uid)\(number)\nOriginalName: ../../secret\n", to: "x/\(name)")
        }
        try prism.writeOriginal("x/a..jpg")
        let items = try prism.items()
        // Names that start with a dot are hidden.
        #expect(items.map(\.exclusion) == [.absent, nil])
        #expect(items[1].originals.map(\.name) == ["secret.jpg"])
        #expect(items[1].originals[0].path.string.hasSuffix("originals/x/a..jpg"))
    }

    @Test("imports general: names with line feeds, and 300 nested folders")
    func unusualNames() throws {
        let prism = try MadePrism()
        try prism.writeYAML("UID: pqnkwgd18g000001\n", to: "a\nb.yml")
        try prism.writeOriginal("a\nb.jpg")
        let deep = Array(repeating: "d", count: 300).joined(separator: "/")
        try prism.writeOriginal("\(deep)/IMG_9.jpg")
        let item = try prism.item()
        #expect(item.exclusion == nil && item.name == "a_b.jpg")
        let source = try prism.open()
        #expect(source.unknownFiles.isEmpty)
        #expect(source.unreadableParts.map(\.reason) == ["folders are nested more than 256 deep"])
    }

    @Test("imports general: a folder that can't be read is reported", .disabled(if: getuid() == 0))
    func unreadableFolder() throws {
        let prism = try MadePrism()
        try prism.addPhoto(1)
        let folder = try prism.folder.folder("originals/closed")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path) }
        #expect(try prism.open().unreadableParts.count == 1)
    }

    @Test("imports general: forEachItem stops when asked, and passes as many items as itemCount says")
    func large() throws {
        let prism = try MadePrism()
        for number in 1...1_000 { try prism.addPhoto(number, folder: "\(number % 10)/", endings: []) }
        try prism.addAlbum("a1", "All", photos: (1...1_000).map { "UID: \(MadePrism.identifier($0))" })
        var count = 0
        let source = try prism.open()
        #expect(source.itemCount == 1_000 && source.collections[0].members.count == 1_000)
        try source.forEachItem { _ in
            count += 1
            return count < 999
        }
        #expect(count == 999)
        #expect(try prism.items().count == 1_000)
    }
}
