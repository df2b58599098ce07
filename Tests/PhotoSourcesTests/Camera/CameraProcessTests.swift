import CameraWire
import Foundation
import PhotoSources
import Synchronization
import SystemPackage
import Testing

@Suite(.enabled(if: FakeProgram.isPossible, "These tests need /usr/bin/python3."))
struct CameraProcessTests {
    private let scene: CameraScene
    private let picture = CameraPath(folder: "/DCIM", name: "good.jpg")

    init() throws {
        scene = try CameraScene()
    }

    private func device(
        read: String = "", contents: String = "", patience: CameraPatience = FakeProgram.patience
    ) throws -> CameraProcess {
        try CameraProcess(
            FakeProgram.camera, program: FakeProgram.make(in: scene, read: read, contents: contents),
            patience: patience)
    }

    private func read(_ name: String, _ device: CameraProcess, size: Int64 = 4) throws -> Data {
        var data = Data()
        try device.read(CameraPath(folder: "/DCIM", name: name), byteCount: size) { data.append(contentsOf: $0) }
        return data
    }

    private static let good = """
        if name == "good.jpg":
            data(b"good" if offset == 0 else b"")
            continue
        """

    @Test("imports 5: the program lists cameras, and reads a file in pieces")
    func readsFiles() throws {
        let program = try FakeProgram.make(in: scene, read: Self.good)
        #expect(try CameraProcess.cameras(program: program) == [FakeProgram.camera])
        let device = try CameraProcess(FakeProgram.camera, program: program)
        #expect(device.description == FakeProgram.camera)
        #expect(try read("good.jpg", device) == Data("good".utf8))
        device.close()
        #expect(throws: SourceError.self) { try read("good.jpg", device) }
        #expect(try FakeProgram.existingProcesses(in: scene) == (2, 0))
    }

    @Test("imports 5: a driver that crashes over a file costs that file, and the next one is read")
    func survivesCrashes() throws {
        let device = try device(read: Self.good + "\ndata(b\"x\") if offset == 0 else os.kill(os.getpid(), 11)")
        let error = try #require(throws: SourceError.self) { try read("bad.jpg", device) }
        #expect(error.code == .unreadable)
        #expect(error.message == "The driver of the camera ended while /DCIM/bad.jpg was read.")
        #expect(try read("good.jpg", device) == Data("good".utf8))
        device.close()
        #expect(try FakeProgram.existingProcesses(in: scene) == (2, 0))
    }

    @Test("imports 5: a driver that crashes again and again ends the import")
    func boundsRestarts() throws {
        let device = try device(read: "os._exit(3)")
        var codes: [SourceError.Code] = []
        for _ in 0..<4 {
            codes.append(try #require(throws: SourceError.self) { try read("bad.jpg", device) }.code)
        }
        #expect(codes == [.unreadable, .unreadable, .busy, .busy])
        #expect(try FakeProgram.existingProcesses(in: scene) == (2, 0))
    }

    @Test("imports 5: a stuck driver is ended")
    func endsStuckDrivers() throws {
        let device = try device(
            // Long enough for the program to start beside other tests.
            read: "time.sleep(3600)", patience: CameraPatience(silence: .seconds(30), work: .seconds(600)))
        let error = try #require(throws: SourceError.self) { try read("bad.jpg", device) }
        #expect(error.message.contains("was stuck and has been ended"))
        device.close()
        #expect(try FakeProgram.existingProcesses(in: scene) == (1, 0))
    }

    @Test("imports 5: a driver that only says that it's working is ended")
    func endsBusyDrivers() throws {
        let device = try device(
            read: "while True:\n    say({\"working\": {}})\n    time.sleep(0.1)",
            patience: CameraPatience(silence: .seconds(300), work: .seconds(30)))
        let error = try #require(throws: SourceError.self) { try read("bad.jpg", device, size: 0) }
        #expect(error.message.contains("was stuck and has been ended"))
    }

    @Test(
        "imports 5: wrong answers of the program are errors",
        arguments: [
            "raw(struct.pack(\">II\", 0xFFFFFFFF, 0xFFFFFFFF))",
            "raw(struct.pack(\">II\", 2, 0x7FFFFFFF) + b\"{}\")",
            "raw(struct.pack(\">II\", 5, 0) + b\"nonse\")",
            "raw(struct.pack(\">II\", 0, 0))",
            "say({\"unknown\": {}})",
            "say({\"file\": {\"_0\": {\"name\": 5}}})",
            "raw(struct.pack(\">II\", 20000, 0) + b\"[\" * 20000)",
            "end()",
            "say(camera)",
        ])
    func refusesWrongAnswers(_ answer: String) throws {
        let device = try device(read: Self.good + "\n" + answer)
        let error = try #require(throws: SourceError.self) { try read("bad.jpg", device) }
        #expect(error.message.contains("sent a wrong answer"))
        #expect(try read("good.jpg", device) == Data("good".utf8))
    }

    @Test("imports 5: an endless list ends at the limit")
    func boundsLists() throws {
        let device = try device(contents: "while True: file(\"%d.jpg\" % time.monotonic_ns(), 5)")
        let source = try CameraSource(device, limits: CameraLimits(files: 50, entries: 100))
        #expect(source.itemCount == 50)
        #expect(source.unreadableParts.contains { $0.reason.contains("more than 100 entries") })
        source.close()
        #expect(try FakeProgram.existingProcesses(in: scene).existing == 0)
    }

    @Test("imports 5: a file without an end is refused when it's larger than in the list")
    func boundsFiles() throws {
        let device = try device(
            read: "data(b\"x\" * 1000)",
            contents: """
                if folder == "/": say({"folder": {"_0": "DCIM"}})
                if folder == "/DCIM": file("A.JPG", 2500)
                end()
                """)
        let item = try CameraSource(device).items()[0]
        let error = try #require(throws: SourceError.self) { try bytes(of: item.originals[0]) }
        #expect(error.code == .damaged)
    }

    @Test("imports 5: a reader that has enough can read the next file")
    func abandonsFiles() throws {
        struct Enough: Error {}
        let device = try device(read: Self.good + "\ndata(b\"x\" * 1000)")
        #expect(throws: Enough.self) {
            try device.read(CameraPath(folder: "/DCIM", name: "long.jpg"), byteCount: 1 << 40) { _ in throw Enough() }
        }
        #expect(try read("good.jpg", device) == Data("good".utf8))
        device.close()
        #expect(try FakeProgram.existingProcesses(in: scene) == (1, 0))
    }

    @Test(
        "imports 5: errors of the camera name the next step",
        arguments: [
            ("claimed", "gio mount -s gphoto2", SourceError.Code.busy), ("noPermission", "plugdev", .busy),
            ("busy", "Unlock it", .busy), ("gone", "unplugged", .busy), ("temporaryFolder", "TMPDIR", .temporaryFolder),
            ("failed", "Unlock it", .unreadable), ("unsupported", "card reader", .unsupported),
        ])
    func namesRemedies(_ kind: String, _ remedy: String, _ code: SourceError.Code) throws {
        let program = try FakeProgram.make(in: scene, open: "failed(\"\(kind)\", \"the reason (-1)\")\ncontinue")
        let error = try #require(throws: SourceError.self) {
            try CameraProcess(FakeProgram.camera, program: program, patience: FakeProgram.patience)
        }
        #expect(error.code == code)
        #expect(error.message.contains(remedy))
        #expect(error.message.contains("the reason (-1)"))
        #expect(try FakeProgram.existingProcesses(in: scene) == (1, 0))
    }

    @Test("imports 5: after the camera is gone, no further file is asked for")
    func staysGone() throws {
        let device = try device(read: Self.good + "\nfailed(\"gone\", \"bye\")")
        for _ in 0..<2 {
            let error = try #require(throws: SourceError.self) { try read("bad.jpg", device) }
            #expect(error.message.hasPrefix("Fake was unplugged"))
        }
        #expect(throws: SourceError.self) { try read("good.jpg", device) }
    }

    @Test("imports 5: a missing program is an error with the next step")
    func namesMissingPrograms() throws {
        let error = try #require(throws: SourceError.self) {
            try CameraProcess.cameras(program: FilePath(scene.folder.path + "/absent"))
        }
        #expect(error.message.contains("Install it beside albumen"))
    }
}
