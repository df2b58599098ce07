import CameraWire
import Foundation
import PhotoSources
import SystemPackage

/// Programs in Python that take the place of `albumen-camera`.
enum FakeProgram {
    static let isPossible = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")
    static let camera = CameraDescription(model: "Fake", port: "usb:001,009", serialNumber: "12345678")
    static let patience = CameraPatience(silence: .seconds(600), work: .seconds(900), restartLimit: 1)

    /// - Parameters:
    ///   - read: Python lines that answer a request to read the file `name` from `offset` on.
    ///   - contents: Python lines that answer a request to list `folder`.
    static func make(in scene: CameraScene, read: String = "", contents: String = "", open: String = "") throws
        -> FilePath
    {
        func block(_ text: String) -> String {
            text.split(separator: "\n").map { "        \($0)" }.joined(separator: "\n") + "\n        pass"
        }
        return try scene.program(
            "fake",
            """
            #!/usr/bin/python3
            import json, os, struct, sys, time
            with open(\(quoted(pidFile(in: scene))), "a") as f: f.write(str(os.getpid()) + "\\n")
            def get(n):
                data = b""
                while len(data) < n:
                    piece = os.read(0, n - len(data))
                    if not piece: sys.exit(0)
                    data += piece
                return data
            def raw(data):
                while data: data = data[os.write(0, data):]
            def say(head, data=b""):
                head = json.dumps(head).encode()
                raw(struct.pack(">II", len(head), len(data)) + head + data)
            camera = {"camera": {"_0": {"model": "Fake", "port": "usb:001,009", "serialNumber": "12345678"}}}
            def file(name, size): say({"file": {"_0": {"name": name, "size": size, "modificationTime": 1}}})
            def end(): say({"end": {}})
            def failed(kind, reason): say({"failure": {"_0": {"kind": kind, "reason": reason}}})
            def data(content): say({"bytes": {}}, content)
            while True:
                count, _ = struct.unpack(">II", get(8))
                request = json.loads(get(count))
                if "cameras" in request:
                    say(camera)
                    end()
                if "open" in request:
            \(block(open))
                    say(camera)
                if "contents" in request:
                    folder = request["contents"]["folder"]
            \(block(contents))
                if "read" in request:
                    name, offset = request["read"]["name"], request["read"]["offset"]
            \(block(read))

            """)
    }

    private static func pidFile(in scene: CameraScene) -> String { scene.folder.appendingPathComponent("pids").path }
    private static func quoted(_ text: String) -> String { "\"\(text)\"" }

    /// The processes that were started. Those that ended, and that nobody waited for, are zombies and exist.
    static func existingProcesses(in scene: CameraScene) throws -> (started: Int, existing: Int) {
        let pids = try String(contentsOfFile: pidFile(in: scene), encoding: .utf8).split(separator: "\n")
        return (pids.count, pids.compactMap { pid_t($0) }.count { kill($0, 0) == 0 })
    }
}
