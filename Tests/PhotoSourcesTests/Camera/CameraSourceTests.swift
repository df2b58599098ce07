import CameraWire
import Foundation
import PhotoSources
import Records
import Synchronization
import Testing

@Suite
struct CameraSourceTests {
    @Test("imports 5: a RAW and a JPEG of one folder and name are one photo, the JPEG first")
    func pairsRAWAndJPEG() throws {
        let scene = try CameraScene()
        try scene.add("store/DCIM/100/IMG_1.CR2")
        try scene.add("store/DCIM/100/IMG_1.JPG")
        try scene.add("store/DCIM/100/IMG_2.CR2")
        try scene.add("store/DCIM/101/IMG_2.JPG")
        let items = try CameraSource(CameraTree(scene.folder)).items()
        #expect(items.map(\.fileNames) == [["IMG_1.JPG", "IMG_1.CR2"], ["IMG_2.CR2"], ["IMG_2.JPG"]])
        #expect(items[0].originals.map(\.type) == [.photo, .alternatePhoto])
        #expect(items[1].originals.map(\.type) == [.photo])
    }

    @Test("imports 5: a RAW and a JPEG from different times aren't one photo")
    func keepsShotsOfDifferentTimesApart() throws {
        let scene = try CameraScene()
        try scene.add("DCIM/100/IMG_1.NEF", time: 1_600_000_000)
        try scene.add("DCIM/100/IMG_1.JPG", time: 1_600_009_000)
        let items = try CameraSource(CameraTree(scene.folder)).items()
        #expect(items.map(\.fileNames) == [["IMG_1.JPG"], ["IMG_1.NEF"]])
    }

    @Test("imports 5: a photo and a video of one name are two items, because only their bytes tell a Live Photo")
    func keepsVideosApart() throws {
        let scene = try CameraScene()
        try scene.add("DCIM/100APPLE/IMG_1.HEIC")
        try scene.add("DCIM/100APPLE/IMG_1.MOV")
        let items = try CameraSource(CameraTree(scene.folder)).items()
        #expect(items.map(\.isVideo) == [false, true])
        #expect(items.map { $0.originals.map(\.type) } == [[.photo], [.video]])
    }

    @Test("imports 5: the edited version of an iPhone's photo is its edit, with the recipe")
    func findsEdits() throws {
        let scene = try CameraScene()
        for name in ["IMG_1.HEIC", "IMG_E1.JPG", "IMG_1.AAE", "IMG_E2.JPG", "IMG_3.AAE"] {
            try scene.add("DCIM/100APPLE/\(name)")
        }
        let source = try CameraSource(CameraTree(scene.folder))
        let items = try source.items()
        #expect(items.map(\.name) == ["IMG_1.HEIC", "IMG_E2.JPG"])
        #expect(items[0].edit?.renderings.map(\.name) == ["IMG_E1.JPG"])
        #expect(items[0].edit?.renderings.map(\.type) == [.fullSizePhoto])
        #expect(items[0].edit?.recipeFile?.name == "IMG_1.AAE")
        #expect(items[1].edit == nil)
        #expect(source.otherDifferences.map(\.name) == ["/DCIM/100APPLE/IMG_3.AAE"])
    }

    @Test("imports 5: sidecars, thumbnails and lists are listed")
    func listsOtherFiles() throws {
        let scene = try CameraScene()
        for name in ["A.JPG", "A.XMP", "B.MP4", "B.THM", "B.LRV", "M.CTG", "._A.JPG"] {
            try scene.add("DCIM/100/\(name)")
        }
        let source = try CameraSource(CameraTree(scene.folder))
        #expect(try source.items().map(\.name) == ["A.JPG", "B.MP4"])
        #expect(
            source.otherDifferences.map(\.name).sorted()
                == ["._A.JPG", "A.XMP", "B.LRV", "B.THM", "M.CTG"].map { "/DCIM/100/\($0)" })
        #expect(source.otherDifferences.allSatisfy { $0.difference.fact == .otherFiles })
    }

    @Test("imports 5: the videos of AVCHD and XAVC are read, and their thumbnails and copies aren't")
    func readsVideoFolders() throws {
        let scene = try CameraScene()
        try scene.add("SD/DCIM/100/A.JPG")
        try scene.add("SD/PRIVATE/AVCHD/BDMV/STREAM/00000.MTS")
        try scene.add("SD/PRIVATE/AVCHD/BDMV/CLIPINF/00000.CPI")
        try scene.add("SD/PRIVATE/M4ROOT/CLIP/C0001.MP4")
        try scene.add("SD/PRIVATE/M4ROOT/CLIP/C0001M01.XML")
        try scene.add("SD/PRIVATE/M4ROOT/THMBNL/C0001T01.JPG")
        try scene.add("SD/PRIVATE/M4ROOT/SUB/C0001S03.MP4")
        try scene.add("SD/Android/data/icon.png")
        let source = try CameraSource(CameraTree(scene.folder))
        #expect(try source.items().map(\.name) == ["A.JPG", "00000.MTS", "C0001.MP4"])
        let skipped = source.otherDifferences.filter { $0.difference.detail == "folder" }.map(\.name)
        #expect(skipped.contains("/SD/PRIVATE/M4ROOT/THMBNL"))
        #expect(skipped.contains("/SD/Android"))
    }

    @Test("imports 5: a camera without DCIM is read as a whole")
    func readsCamerasWithoutDCIM() throws {
        let scene = try CameraScene()
        try scene.add("P1.JPG")
        try scene.add("folder/P2.JPG")
        #expect(try CameraSource(CameraTree(scene.folder)).items().map(\.name) == ["P1.JPG", "P2.JPG"])
    }

    @Test("imports 5: a file has the same identity on the next visit, and another file at its path has another one")
    func identifiesFiles() throws {
        let scene = try CameraScene()
        try scene.add("DCIM/100/A.JPG", time: 1_600_000_000)
        let first = try CameraSource(CameraTree(scene.folder)).items()
        #expect(try CameraSource(CameraTree(scene.folder)).items().map(\.identifier) == first.map(\.identifier))
        #expect(first[0].originals[0].modificationTime == 1_600_000_000 * 1_000_000_000)
        #expect(first[0].originals[0].size == 5)
        try scene.add("DCIM/100/A.JPG", time: 1_600_000_002)
        #expect(try CameraSource(CameraTree(scene.folder)).items()[0].identifier != first[0].identifier)
        try scene.add("DCIM/100/A.JPG", Data("others".utf8), time: 1_600_000_000)
        #expect(try CameraSource(CameraTree(scene.folder)).items()[0].identifier != first[0].identifier)
    }

    @Test("imports 5: a camera is identified by its serial number, or else by its model")
    func identifiesCameras() throws {
        func identity(_ number: String?) -> String {
            CameraDescription(model: "M", port: "usb:001,00\(number?.count ?? 0)", serialNumber: number).identity
        }
        #expect(identity("A1B2C3D4") == "serial-A1B2C3D4")
        #expect(identity(nil) == "model-M")
        #expect(identity("00000000") == "model-M")
        #expect(identity("0.1") == "model-M-0.1")
        let scene = try CameraScene()
        try scene.add("DCIM/100/A.JPG")
        let source = try CameraSource(CameraTree(scene.folder))
        #expect(source.key == SourceKey(kind: .camera, identifier: "serial-A1B2C3D4"))
        #expect(source.itemCount == 1)
        #expect(try source.items()[0].facts == SourceFacts())
    }

    @Test("imports 5: a file's bytes are read from the camera")
    func readsBytes() throws {
        let scene = try CameraScene()
        let data = Data((0..<25_000).map { UInt8(truncatingIfNeeded: $0) })
        try scene.add("DCIM/100/A.JPG", data)
        let item = try CameraSource(CameraTree(scene.folder)).items()[0]
        #expect(try bytes(of: item.originals[0]) == data)
    }

    @Test("imports 5: several threads read one file after the other")
    func serializesReads() throws {
        let scene = try CameraScene()
        for number in 0..<8 { try scene.add("DCIM/100/A\(number).JPG", Data(count: 3_000)) }
        let tree = CameraTree(scene.folder, faults: [.slow(.milliseconds(20))])
        let items = try CameraSource(tree).items()
        let count = Mutex(0)
        let finished = DispatchGroup()
        for item in items {
            finished.enter()
            Thread.detachNewThread {
                if (try? bytes(of: item.originals[0]))?.count == 3_000 { count.withLock { $0 += 1 } }
                finished.leave()
            }
        }
        finished.wait()
        #expect(count.withLock { $0 } == 8)
        #expect(tree.overlaps == 0)
    }

    @Test("imports 5: a file that shrank, grew or vanished since it was listed is an error of that file")
    func noticesChangedFiles() throws {
        let scene = try CameraScene()
        for name in ["A", "B", "C", "D"] { try scene.add("DCIM/100/\(name).JPG", Data(count: 5_000)) }
        let tree = CameraTree(scene.folder, faults: [.shrinks("A.JPG", by: 10), .grows("B.JPG", by: 10)])
        let items = try CameraSource(tree).items()
        try FileManager.default.removeItem(at: scene.folder.appendingPathComponent("DCIM/100/C.JPG"))
        for item in items.prefix(3) {
            let error = try #require(throws: SourceError.self) { try bytes(of: item.originals[0]) }
            #expect(error.code == .damaged || error.code == .unreadable)
        }
        #expect(try bytes(of: items[3].originals[0]).count == 5_000)
    }

    @Test("imports 5: a camera that is unplugged in the middle ends the import")
    func noticesUnplugging() throws {
        let scene = try CameraScene()
        try scene.add("DCIM/100/A.JPG", Data(count: 5_000))
        let items = try CameraSource(CameraTree(scene.folder, faults: [.unplugged(afterBytes: 2_000)])).items()
        let error = try #require(throws: SourceError.self) { try bytes(of: items[0].originals[0]) }
        #expect(error.code == .busy)
    }

    @Test("imports 5: a locked phone is an error with the next step, and is closed")
    func refusesLockedPhones() throws {
        let scene = try CameraScene()
        let tree = CameraTree(scene.folder, faults: [.locked])
        let error = try #require(throws: SourceError.self) { try CameraSource(tree) }
        #expect(error.code == .busy)
        #expect(error.message.contains("Unlock it"))
        #expect(tree.isClosed)
    }

    @Test("imports 5: a folder that can't be listed is reported, and the others are read")
    func reportsUnlistableFolders() throws {
        let scene = try CameraScene()
        try scene.add("DCIM/100/A.JPG")
        try scene.add("DCIM/101/B.JPG")
        let source = try CameraSource(CameraTree(scene.folder, faults: [.unlistable("100")]))
        #expect(try source.items().map(\.name) == ["B.JPG"])
        #expect(source.unreadableParts.map(\.path) == ["/DCIM/100"])
    }

    @Test("imports 5: names with control characters or slashes are refused and shown without them")
    func refusesHostileNames() throws {
        let scene = try CameraScene()
        try scene.add("DCIM/100/A.JPG")
        let names = ["a\u{1B}[2J.jpg", "../../etc/passwd", "..", "", "x\ny.jpg", "gpj.\u{202E}exe"]
        let source = try CameraSource(
            CameraTree(
                scene.folder,
                faults: [
                    .entries(
                        names.map { .file(CameraFile(name: $0, size: 1, modificationTime: 1)) } + [
                            .folder(".."), .file(CameraFile(name: "negative.jpg", size: -1, modificationTime: 1)),
                        ])
                ]))
        #expect(try source.items().map(\.name) == ["A.JPG"])
        #expect(source.unreadableParts.count == names.count + 2)
        #expect(
            source.unreadableParts.allSatisfy { part in
                part.path.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E }
            })
    }

    @Test("imports 5: an endless tree, and too many files, end at the limits")
    func boundsTrees() throws {
        let scene = try CameraScene()
        try scene.add("A.JPG")
        for depth in 1...3 { try scene.add(String(repeating: "again/", count: depth) + "B.JPG") }
        let limits = CameraLimits(depth: 2, folders: 10, files: 2)
        let source = try CameraSource(CameraTree(scene.folder, faults: [.endless]), limits: limits)
        #expect(source.itemCount == 2)
        #expect(source.unreadableParts.contains { $0.reason.contains("more than 2 files") })
        #expect(source.unreadableParts.contains { $0.reason.contains("too deeply") })
    }

    @Test("imports 5: an empty file isn't brought over")
    func excludesEmptyFiles() throws {
        let scene = try CameraScene()
        try scene.add("DCIM/100/A.JPG", Data())
        #expect(try CameraSource(CameraTree(scene.folder)).items().map(\.exclusion) == [.empty])
    }

    @Test("imports 5: without a camera, and with several, the message names the next step and the cameras")
    func choosesCameras() throws {
        let one = CameraDescription(model: "Nikon D750", port: "usb:001,002", serialNumber: "111222333")
        let other = CameraDescription(model: "Canon R6", port: "usb:001,003")
        func message(_ name: String?, _ cameras: [CameraDescription]) throws -> String {
            try #require(throws: SourceError.self) { try CameraChoice.choose(name, from: cameras) }.message
        }
        #expect(try CameraChoice.choose(nil, from: [one]) == one)
        #expect(try CameraChoice.choose("canon", from: [one, other]) == other)
        #expect(try CameraChoice.choose("111222333", from: [one, other]) == one)
        #expect(try message(nil, []).contains("unlock a phone"))
        #expect(try message(nil, [one, other]).contains("Canon R6"))
        #expect(try message(nil, [one, other]).contains("--camera"))
        #expect(try message("Sony", [one]).contains("Nikon D750"))
        #expect(try message("usb", [one, one]).contains("No connected camera"))
    }
}
