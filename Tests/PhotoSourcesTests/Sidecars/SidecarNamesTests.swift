import Testing

@testable import PhotoSources

/// The files that sidecars belong to (imports 3.1).
@Suite struct SidecarNamesTests {
    private static func kind(_ fileExtension: String) -> SidecarNames.FileKind? {
        switch fileExtension.lowercased() {
        case "cr2", "dng": .raw
        case "jpg", "heic", "png": .image
        case "mov", "mp4": .video
        default: nil
        }
    }

    private func names(_ names: [String]) -> SidecarNames { SidecarNames(names, kind: Self.kind) }

    /// Returns the file of each sidecar.
    private func files(_ all: [String], fileExtension: String? = nil) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: names(all).matches.map { ($0.sidecar, $0.file(forExtension: fileExtension)) })
    }

    @Test func `a sidecar with the whole name belongs to the file (imports 3.1)`() {
        let names = names(["IMG_1.CR2", "IMG_1.JPG", "IMG_1.CR2.xmp", "IMG_1.JPG.xmp", "IMG_2.MOV", "IMG_2.MOV.xmp"])
        #expect(names.matches.map(\.files) == [["IMG_1.CR2"], ["IMG_1.JPG"], ["IMG_2.MOV"]])
        #expect(names.matches.allSatisfy { $0.form == .wholeName })
        #expect(names.unmatched.isEmpty)
    }

    @Test func `the whole name beats the stem, and the stem beats a version (imports 3.1)`() {
        let names = names(["IMG_1.xmp", "IMG_1_01.CR2.xmp", "IMG_1.CR2.xmp", "IMG_1_02.CR2.xmp", "IMG_1.CR2"])
        #expect(names.matches.allSatisfy { $0.files == ["IMG_1.CR2"] })
        #expect(
            names.matches.sorted { $0.form < $1.form }.map(\.sidecar) == [
                "IMG_1.CR2.xmp", "IMG_1.xmp", "IMG_1_01.CR2.xmp", "IMG_1_02.CR2.xmp",
            ])
    }

    @Test func `the stem means the RAW, then the picture, then the video (imports 3.1)`() {
        #expect(files(["a.JPG", "a.CR2", "a.xmp"]) == ["a.xmp": "a.CR2"])
        #expect(files(["a.MOV", "a.HEIC", "a.xmp"]) == ["a.xmp": "a.HEIC"])
        #expect(files(["a.MOV", "a.AAE", "a.xmp", "a.json"]) == ["a.xmp": "a.MOV"])
        #expect(names(["a.MOV", "a.CR2", "a.JPG", "a.xmp"]).matches.map(\.files) == [["a.CR2", "a.JPG", "a.MOV"]])
    }

    @Test func `the sidecar's extension decides (imports 3.1)`() {
        let all = ["a.JPG", "a.CR2", "a.DNG", "a.xmp"]
        #expect(files(all, fileExtension: "dng") == ["a.xmp": "a.DNG"])
        #expect(files(all, fileExtension: "JPG") == ["a.xmp": "a.JPG"])
        #expect(files(all, fileExtension: "NEF") == ["a.xmp": "a.CR2"])
        #expect(files(all, fileExtension: "") == ["a.xmp": "a.CR2"])
    }

    @Test func `another version only counts if there is no other sidecar (imports 3.1)`() {
        let versions = ["a_02.CR2.xmp", "a_01.CR2.xmp"]
        func decisive(_ sidecars: [String]) -> [String] {
            SidecarNames.decisive(names(["a.CR2"] + sidecars).matches).map(\.sidecar)
        }
        #expect(decisive(versions) == ["a_01.CR2.xmp"])
        #expect(decisive(versions + ["a.xmp"]) == ["a.xmp"])
        #expect(decisive(versions + ["a.xmp", "a.CR2.xmp"]) == ["a.CR2.xmp", "a.xmp"])
        #expect(decisive([]).isEmpty)
    }

    @Test(arguments: ["IMG_1_01.CR2.xmp", "img_1_12.cr2.XMP", "IMG_1_001.CR2.xmp"])
    func `a version in darktable belongs to the file (imports 3.1)`(_ sidecar: String) {
        #expect(files(["IMG_1.CR2", sidecar]) == [sidecar: "IMG_1.CR2"])
    }

    @Test func `a file with the name of a version has its own sidecar (imports 3.1)`() {
        #expect(files(["a.CR2", "a_01.CR2", "a_01.CR2.xmp"]) == ["a_01.CR2.xmp": "a_01.CR2"])
        #expect(names(["a.CR2", "a_1.CR2.xmp", "a_x1.CR2.xmp", "_01.CR2.xmp", "a_01.xmp"]).matches.isEmpty)
    }

    @Test func `case and the form of accents don't count, but equal names come first (imports 3.1)`() {
        #expect(files(["img_1.jpg", "IMG_1.JPG.XMP"]) == ["IMG_1.JPG.XMP": "img_1.jpg"])
        #expect(files(["Bru\u{308}cke.jpg", "Br\u{FC}cke.Xmp"]) == ["Br\u{FC}cke.Xmp": "Bru\u{308}cke.jpg"])
        #expect(
            files(["IMG_1.jpg", "img_1.jpg", "IMG_1.jpg.xmp", "img_1.jpg.xmp", "img_1.xmp", "IMG_1.xmp"]) == [
                "IMG_1.jpg.xmp": "IMG_1.jpg", "img_1.jpg.xmp": "img_1.jpg", "img_1.xmp": "img_1.jpg",
                "IMG_1.xmp": "IMG_1.jpg",
            ])
    }

    @Test func `the sidecar of an edited photo belongs to the original (imports 3.3)`() {
        #expect(files(["IMG_E1.JPG", "IMG_1.JPG", "IMG_1.xmp"]) == ["IMG_1.xmp": "IMG_1.JPG"])
        #expect(names(["IMG_E1.JPG", "IMG_1.xmp"]).unmatched == ["IMG_1.xmp"])
    }

    @Test func `sidecars without a file and other files are told apart (imports 3.1)`() {
        let names = names(["a.xmp", "b.psd", "b.psd.xmp", "._c.jpg.xmp", "c.jpg", ".xmp", "xmp", "d", "d.xmp"])
        #expect(names.matches.isEmpty)
        #expect(names.unmatched == ["a.xmp", "b.psd.xmp", "d.xmp"])
    }

    @Test func `a stem can contain an extension (imports 3.1)`() {
        #expect(files(["a.CR2.jpg", "a.CR2.xmp"]) == ["a.CR2.xmp": "a.CR2.jpg"])
        #expect(files(["a.CR2", "a.CR2.jpg", "a.CR2.xmp"]) == ["a.CR2.xmp": "a.CR2"])
    }

    @Test(.timeLimit(.minutes(1))) func `large and strange folders are matched in linear time`() {
        let many = (0..<40_000).flatMap { ["IMG_\($0).JPG", "IMG_\($0).xmp"] }
        #expect(names(many).matches.count == 40_000)
        let one = (0..<20_000).map { "a.jpg\($0)" } + (0..<20_000).map { "a_\($0).xmp" }
        let strange = SidecarNames(one) { _ in .image }
        #expect(strange.unmatched.count == 20_000)
        let cases = (0..<4_096).map { bits in
            String((0..<12).map { bits >> $0 & 1 == 0 ? Character("a") : Character("A") })
        }
        let clash = names(cases.map { $0 + ".jpg" } + cases.map { $0 + ".xmp" })
        #expect(clash.matches.count == 4_096)
        #expect(clash.matches.allSatisfy { $0.files.count == 64 })
    }
}
