import Foundation
import PhotoSources
import SystemPackage
import Testing

/// The virtual camera of libgphoto2, which `script/virtual-camera` installs.
enum VirtualCamera {
    static let absence: Comment = """
        These tests need the virtual camera. Run script/virtual-camera, or set ALBUMEN_VIRTUAL_CAMERA to the folder of \
        vusb.so, and build albumen-camera.
        """

    /// The folder of `vusb.so`, or `nil` if it isn't installed.
    static let folder: String? = {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let named = ProcessInfo.processInfo.environment["ALBUMEN_VIRTUAL_CAMERA"]
        let standard = package.appendingPathComponent(".build/virtual-camera/gphoto2/libgphoto2/vusb").path
        return [named, standard].compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0 + "/vusb.so") }
    }()

    /// The program, which SwiftPM builds beside the tests.
    static let program: String? = {
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        return ["albumen-camera", "AlbumenCamera"].map { folder.appending(path: $0).path }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    static var isInstalled: Bool { folder != nil && program != nil }

    /// Returns a program that shows the folder `card` of a scene, which contains `DCIM`.
    static func program(in scene: CameraScene, timeZone: String = "UTC0") throws -> FilePath {
        try FileManager.default.createDirectory(
            at: scene.folder.appendingPathComponent("temporary"), withIntermediateDirectories: true)
        return try scene.program(
            "albumen-camera",
            """
            #!/bin/sh
            export IOLIBS="\(folder ?? "")" VCAMERADIR="\(scene.folder.path)/card"
            export TMPDIR="\(scene.folder.path)/temporary" TZ="\(timeZone)"
            echo $$ >>"\(scene.folder.path)/pids"
            exec "\(program ?? "")"

            """)
    }
}
