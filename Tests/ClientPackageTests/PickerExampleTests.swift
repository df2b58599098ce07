import AlbumenTestSupport
import Foundation
import MediaRequests
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The programs of `Examples/Picker` and `Examples/Timeline`, with the real server. The owner's page is driven by its requests.
@Suite(.enabled(if: FFmpeg.isPresent, Comment(rawValue: FFmpeg.absenceReason)))
struct PickerExampleTests {
    private let temporary: TemporaryLibrary
    private let folder: TemporaryFolder
    private let assets: [String: String]
    private let server: ProgramRun
    private let address: String
    private let link: String

    init() throws {
        temporary = try TemporaryLibrary()
        folder = try TemporaryFolder()
        try folder.makeFolder("in")
        try folder.makeFolder("out")
        try folder.write(SampleMedia.jpeg(width: 320, height: 200), to: "in/photo.jpg")
        _ = try FFmpeg.movie(
            "in/clip.mov", in: folder,
            ["-f", "lavfi", "-i", "testsrc2=s=160x120:r=10:d=1", "-c:v", "libx264", "-pix_fmt", "yuv420p"])
        let events = try temporary.importPaths([folder.file("in").path(percentEncoded: false)])
        assets = Dictionary(
            uniqueKeysWithValues: events.compactMap { event -> (String, String)? in
                guard case .imported(let path, let uuid, _, _) = event else { return nil }
                return (URL(fileURLWithPath: path).lastPathComponent, uuid)
            })
        let albumen = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "albumen")
        server = try ProgramRun(
            albumen,
            [
                "serve", "--library", temporary.folder.path(percentEncoded: false), "--port", "0",
                "--no-lasting-sign-in",
            ],
            environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"],
            timeLimitInSeconds: 3600)
        let found = Mutex<(address: String, link: String)?>(nil)
        let isListening = server.waitForOutput { output in
            guard let match = output.firstMatch(of: /(http:\/\/127\.0\.0\.1:[0-9]+)\/open\?key=\S+(?=\s)/) else {
                return false
            }
            found.withLock { $0 = (String(match.1), String(match.0)) }
            return true
        }
        try #require(isListening, "albumen serve ended without a link")
        (address, link) = try #require(found.withLock { $0 })
    }

    @Test func `§9: an app dismisses the picker and then loads what was chosen, in order`() async throws {
        let package = try await ClientPackageTests.builtPackage()
        async let outcome = package.run(
            "Picker", [folder.path + "/out", "limit=2", "ordered"],
            environment: ["ALBUMEN_LIBRARY": temporary.folder.path, "PATH": "/usr/bin:/bin"])
        let page = try await OwnersPage(link: link)
        try await page.choose(
            [try #require(assets["clip.mov"]), try #require(assets["photo.jpg"])], in: try await page.waitingPick())
        let result = try await outcome
        #expect(result.exitStatus == 0)
        #expect(
            result.outputLines == [
                "loading, determinate", "loading, determinate", "clip: video clip.mov", "photo: image 320 × 200",
            ])
        #expect(result.errorLines.count == 1 && result.error.contains("\(address)/pick/"), "\(result.error)")
        #expect(
            try Data(contentsOf: folder.file("out/clip.mov")) == Data(contentsOf: folder.file("in/clip.mov")))
    }

    @Test func `a view model in Swift 6 loads what was chosen, adds it and hears of the change`() async throws {
        let package = try await ClientPackageTests.builtPackage()
        async let outcome = package.run(
            "Timeline", ["add"],
            environment: [
                "ALBUMEN_ACCESS": "authorized", "ALBUMEN_LIBRARY": temporary.folder.path, "PATH": "/usr/bin:/bin",
            ])
        let page = try await OwnersPage(link: link)
        try await page.choose([try #require(assets["photo.jpg"])], in: try await page.waitingPick())
        let result = try await outcome
        #expect(result.exitStatus == 0, "\(result.error)")
        let lines = result.outputLines
        #expect(lines.first == "2 in the library, the newest first")
        #expect(lines.contains("1 chosen") && lines.contains("3 in the library, the newest first"))
        #expect(lines.filter { $0.hasSuffix(", Timeline") }.count == 1, "\(lines)")
    }

    @Test func `§9.4: after Cancel, the app gets nothing`() async throws {
        let package = try await ClientPackageTests.builtPackage()
        async let outcome = package.run(
            "Picker", [folder.path + "/out"],
            environment: ["ALBUMEN_LIBRARY": temporary.folder.path, "PATH": "/usr/bin:/bin"])
        let page = try await OwnersPage(link: link)
        try await page.choose([], in: try await page.waitingPick(), action: "cancel")
        let result = try await outcome
        #expect(result.outputLines == ["nothing was chosen"])
    }

    @Test(.enabled(if: OtherUser.isPossible, OtherUser.reason))
    func `an app of another user, which can't read the library, gets what the owner chose`() async throws {
        let package = try await ClientPackageTests.builtPackage()
        let user = OtherUser()
        try user.own(folder.file("out"))
        // By another program: a descriptor of this one that a child inherits would keep the copy from running.
        let copy = folder.file("Picker")
        let original = package.products.appending(path: "Picker").path
        let copying = try ProgramRun.run(URL(fileURLWithPath: "/bin/cp"), [original, copy.path])
        try #require(copying.exitStatus == 0, "\(copying.error)")
        for path in [copy.path, folder.path] {
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }
        let (executable, arguments) = user.command([copy.path, folder.path + "/out"])
        let program = try ProgramRun(
            executable, arguments,
            environment: [
                "ALBUMEN_SERVER": address, "HOME": folder.path + "/out", "PATH": "/usr/bin:/bin",
                "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
            ],
            timeLimitInSeconds: 3600)
        let number = try await onOwnThread {
            let number = Mutex("")
            let isAsking = program.waitForError { error in
                guard let match = error.firstMatch(of: /\/pick\/([A-Za-z0-9_-]+)\s/) else { return false }
                number.withLock { $0 = String(match.1) }
                return true
            }
            if !isAsking { Issue.record("\(try program.wait().error)") }
            return number.withLock { $0 }
        }
        let page = try await OwnersPage(link: link)
        // It isn't offered: the owner opens the address.
        let offers = try await page.send("GET", "/api/picker/waiting")["picks"] as? [[String: Any]]
        #expect(offers?.isEmpty == true)
        try await page.choose([try #require(assets["clip.mov"])], in: number)
        let result = try await onOwnThread { try program.wait() }
        #expect(result.outputLines == ["loading, determinate", "clip: video clip.mov"], "\(result.error)")
        #expect(
            try Data(contentsOf: folder.file("out/clip.mov")) == Data(contentsOf: folder.file("in/clip.mov")))
    }
}
