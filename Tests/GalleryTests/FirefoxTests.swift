import AlbumenTestSupport
import Foundation
import Testing

extension PageTests {
    /// Firefox resolves the names of the server, and keeps the cookie of a lasting sign-in.
    @Suite(.enabled(if: FirefoxRun.isPresent, "Firefox isn't installed")) struct FirefoxTests {
        private struct SignIns: Codable {
            struct SignIn: Codable {
                let atPath, inVolume: Data
                let browser, cookie, id, library: String
                let created: Int64
                var lastUse: Int64
            }
            let version: Int
            var signIns: [SignIn]
        }

        @Test func `Firefox stays signed in after it and the server have ended`() async throws {
            let library = try SamplePhotos(count: 1).makeLibrary()
            let profile = try TemporaryFolder()
            // The library's folder is also the program's home.
            let file = library.folder.appending(path: ".local/state/albumen/sign-ins.json")
            let first = try GalleryProcess(serving: library.folder, isLasting: true)
            let start = try FirefoxRun(opening: first.link, profile: profile)
            try await waitUntil("Firefox doesn't sign in.") { FileManager.default.fileExists(atPath: file.path) }
            // Firefox has the cookie when it follows the answer.
            try await waitUntil("Firefox doesn't open the library.") {
                try FirefoxRun.cookies(in: profile).contains { $0.hasPrefix("__Host-albumen-") }
            }
            try await onOwnThread { try start.stop() }
            #expect(try first.stop().exitStatus == 0)

            var content = try JSONDecoder().decode(SignIns.self, from: Data(contentsOf: file))
            #expect(content.signIns.map(\.browser) == ["Firefox"])
            let former = content.signIns[0].lastUse - 7200
            content.signIns[0].lastUse = former
            try JSONEncoder().encode(content).write(to: file)
            try #require(chmod(file.path, 0o600) == 0)
            let second = try GalleryProcess(serving: library.folder, port: first.port, isLasting: true)
            let again = try FirefoxRun(opening: second.entrance + "/", profile: profile)
            try await waitUntil("The bookmark doesn't use the sign-in.") {
                try JSONDecoder().decode(SignIns.self, from: Data(contentsOf: file)).signIns[0].lastUse > former
            }
            try await onOwnThread { try again.stop() }
            #expect(try second.stop().exitStatus == 0)
        }
    }
}

/// Firefox without a window, with a profile of its own.
private final class FirefoxRun: Sendable {
    private static let executable = URL(filePath: "/usr/bin/firefox")
    static let isPresent = FileManager.default.isExecutableFile(atPath: executable.path)

    private let program: ProgramRun

    init(opening address: String, profile: TemporaryFolder) throws {
        program = try LeashedProgram.start(
            Self.executable, ["--headless", "--no-remote", "--profile", profile.path, address],
            environment: ["HOME": profile.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"],
            timeLimitInSeconds: TestPatience.programSeconds)
    }

    /// Returns the names of the cookies that Firefox has written to its profile.
    static func cookies(in profile: TemporaryFolder) throws -> [String] {
        let files = ["cookies.sqlite", "cookies.sqlite-wal"].map(profile.file)
        let text = files.compactMap { FileManager.default.contents(atPath: $0.path) }
            .map { String(decoding: $0, as: UTF8.self) }.joined()
        return text.matches(of: /__Host-albumen-[0-9a-f]{16}/).map { String($0.output) }
    }

    func stop() throws {
        program.kill(SIGTERM)
        _ = try program.wait()
    }
}
