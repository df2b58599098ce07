import CameraWire
import Foundation
import PhotoSources
import Records
import SystemPackage
import Testing

@Suite(.enabled(if: VirtualCamera.isInstalled, VirtualCamera.absence))
struct VirtualCameraTests {
    private let scene: CameraScene

    init() throws {
        scene = try CameraScene()
    }

    /// A JPEG with more bytes than a piece. Its bytes don't matter to the camera.
    private var large: Data {
        Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
    }

    private func open(timeZone: String = "UTC0") throws -> CameraSource {
        try CameraSource.open(named: nil, program: VirtualCamera.program(in: scene, timeZone: timeZone))
    }

    @Test("imports 5: all files of the camera are listed, with their sizes and times")
    func listsFiles() throws {
        let time = 1_600_000_000.0
        for name in ["DSC_1.NEF", "DSC_1.JPG", "DSC_2.MOV"] { try scene.add("card/DCIM/100NIKON/\(name)", time: time) }
        try scene.add("card/DCIM/101NIKON/DSC_3.JPG", Data("third".utf8))
        try scene.add("card/DCIM/101NIKON/DSC_3.XMP")
        try scene.add("card/MISC/LIST.TXT")
        let source = try open()
        #expect(source.key == SourceKey(kind: .camera, identifier: "model-Nikon DSC D750-0.1"))
        #expect(source.summary == "Nikon DSC D750 (serial number 0.1)")
        let items = try source.items()
        #expect(items.map(\.fileNames) == [["DSC_1.JPG", "DSC_1.NEF"], ["DSC_2.MOV"], ["DSC_3.JPG"]])
        #expect(items.allSatisfy { $0.originals.allSatisfy { $0.size == 5 } })
        #expect(items[0].originals[0].path.string == "/Nikon DSC D750/store_00010001/DCIM/100NIKON/DSC_1.JPG")
        #expect(source.otherDifferences.map(\.name).contains("/store_00010001/DCIM/101NIKON/DSC_3.XMP"))
        #expect(source.unreadableParts.isEmpty)
        source.close()
        #expect(try FakeProgram.existingProcesses(in: scene) == (2, 0))
    }

    @Test("imports 5: the camera's time is the same in every time zone")
    func readsTimesAsUTC() throws {
        try scene.add("card/DCIM/100NIKON/DSC_1.JPG", time: 1_600_000_000)
        let first = try open(timeZone: "America/New_York").items()[0]
        #expect(first.originals[0].modificationTime == 1_600_000_000 * 1_000_000_000)
        #expect(try open(timeZone: "Asia/Tokyo").items()[0].identifier == first.identifier)
    }

    @Test("imports 5: the bytes of real photos are those of the camera's files")
    func readsPhotos() throws {
        var photos = [large, Data("photo".utf8)]
        for name in ["formats/ultrahdr.jpg", "formats/test.jpg"] {
            if let photo = FileManager.default.contents(atPath: Shared.media.appending(path: name).path) {
                photos.append(photo)
            }
        }
        for (number, photo) in photos.enumerated() { try scene.add("card/DCIM/100NIKON/DSC_\(number).JPG", photo) }
        let items = try open().items()
        #expect(items.count == photos.count)
        for (item, photo) in zip(items, photos) { #expect(try bytes(of: item.originals[0]) == photo) }
    }

    @Test("imports 5: a file that the driver can't read (-6) is one clear error, and the others are read")
    func reportsUnreadableFiles() throws {
        for name in ["A.JPG", "B.MOV", "C.JPG"] { try scene.add("card/DCIM/100NIKON/\(name)") }
        let items = try open().items()
        let error = try #require(throws: SourceError.self) { try bytes(of: items[1].originals[0]) }
        #expect(error.code == .unreadable)
        #expect(
            error.message == """
                The driver can't read “/store_00010001/DCIM/100NIKON/B.MOV” on Nikon DSC D750: Unsupported operation \
                (-6). Read the card with a card reader.
                """)
        for item in [items[0], items[2]] { #expect(try bytes(of: item.originals[0]) == Data("bytes".utf8)) }
    }

    @Test("imports 5: a file that can't be read in parts is copied as a whole")
    func copiesWithoutPartialReads() throws {
        try scene.add("card/DCIM/100NIKON/A.JPG", large)
        let program = try VirtualCamera.program(in: scene)
        let camera = try #require(try CameraProcess.cameras(program: program).first)
        let device = try CameraProcess(camera, program: program, streamedByteCount: 0)
        let item = try CameraSource(device).items()[0]
        #expect(try bytes(of: item.originals[0]) == large)
    }

    @Test("imports 5: a program that is killed in the middle of a file is one error, and is started again")
    func survivesKilling() throws {
        try scene.add("card/DCIM/100NIKON/A.JPG", large)
        let source = try open()
        let item = try source.items()[0]
        let pids = try String(contentsOf: scene.folder.appendingPathComponent("pids"), encoding: .utf8)
        let pid = try #require(pids.split(separator: "\n").last.flatMap { pid_t($0) })
        let error = try #require(throws: SourceError.self) {
            try SourceFileReader().read(item.originals[0]) { _ in kill(pid, SIGKILL) }
        }
        #expect(
            error.message
                == "The driver of the camera ended while /store_00010001/DCIM/100NIKON/A.JPG was read.")
        #expect(try bytes(of: item.originals[0]) == large)
        source.close()
        #expect(try FakeProgram.existingProcesses(in: scene).existing == 0)
    }

    @Test("imports 5: nothing on the camera changes, and no temporary file remains")
    func changesNothing() throws {
        let file = try scene.add("card/DCIM/100NIKON/A.JPG", large)
        let before = try FileManager.default.attributesOfItem(atPath: file.path)
        let source = try open()
        for item in try source.items() { _ = try bytes(of: item.originals[0]) }
        source.close()
        let after = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(after[.modificationDate] as? Date == before[.modificationDate] as? Date)
        #expect(try Data(contentsOf: file) == large)
        let temporary = scene.folder.appendingPathComponent("temporary").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
    }

    @Test("imports 5: a camera that isn't connected any more is an error with the next step")
    func noticesAbsentCameras() throws {
        try scene.add("card/DCIM/100NIKON/A.JPG")
        let error = try #require(throws: SourceError.self) {
            try CameraProcess(
                CameraDescription(model: "Canon EOS R6", port: "usb:001,001"),
                program: VirtualCamera.program(in: scene))
        }
        #expect(error.code == .busy)
        #expect(error.message.contains("was unplugged or turned off"))
    }
}
