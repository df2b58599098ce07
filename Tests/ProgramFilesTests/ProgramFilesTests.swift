import AlbumenTestSupport
import Foundation
import Testing

@testable import ProgramFiles

/// Installations and builds as folders of small files.
@Suite struct ProgramFilesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Makes a file that can be run.
    private func make(_ path: String, text: String = "") throws -> String {
        let file = folder.file(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        return file.path
    }

    private func find(_ name: String, from path: String, search: String = "") -> String? {
        ProgramLocation.find(name, environment: ["PATH": search], from: ProgramFolder(folder.file(path)))
    }

    @Test func `a program of an installation finds the helpers in libexec`() throws {
        let worker = try make("usr/libexec/albumen/worker")
        #expect(find("worker", from: "usr/bin") == worker)
    }

    @Test func `the programs of a build are beside each other, and come before those of PATH`() throws {
        let worker = try make("build/worker")
        let other = try make("usr/libexec/albumen/worker")
        #expect(find("worker", from: "build", search: folder.file("usr/bin").path) == worker)
        #expect(find("worker", from: "elsewhere", search: folder.file("usr/bin").path) == other)
    }

    @Test func `an app finds the helpers of the installation that PATH names`() throws {
        let worker = try make("opt/albumen/libexec/albumen/worker")
        let search = ["usr/bin", "opt/albumen/bin"].map { folder.file($0).path }.joined(separator: ":")
        #expect(find("worker", from: "app/.build/debug", search: search) == worker)
    }

    @Test func `a helper finds the command of its installation by PATH only`() throws {
        let command = try make("usr/bin/albumen")
        #expect(find("albumen", from: "usr/libexec/albumen") == nil)
        #expect(find("albumen", from: "usr/libexec/albumen", search: folder.file("usr/bin").path) == command)
    }

    @Test func `a file that can't be run is no program`() throws {
        let worker = try make("usr/libexec/albumen/worker")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: worker)
        #expect(find("worker", from: "usr/bin", search: folder.file("usr/bin").path) == nil)
    }

    @Test func `files are found in a build and in an installation`() throws {
        let built = try make("build/albumen_AlbumenServer.resources/openapi.json")
        let installed = try make("usr/share/albumen/openapi.json")
        #expect(ResourceLocation.find("openapi.json", from: ProgramFolder(folder.file("build")))?.path == built)
        #expect(ResourceLocation.find("openapi.json", from: ProgramFolder(folder.file("usr/bin")))?.path == installed)
        #expect(ResourceLocation.find("openapi.json", from: ProgramFolder(folder.file("other/bin"))) == nil)
    }

    @Test func `the file of places is found in a build, and in the installation that PATH names`() throws {
        let built = try make("build/albumen_Places.resources/places.bin")
        let installed = try make("usr/share/albumen/places.bin")
        let search = ["PATH": folder.file("usr/bin").path]
        #expect(ResourceLocation.find("places.bin", from: ProgramFolder(folder.file("build")))?.path == built)
        let app = ProgramFolder(folder.file("home/app"))
        #expect(ResourceLocation.find("places.bin", environment: search, from: app)?.path == installed)
        #expect(ResourceLocation.find("places.bin", from: app) == nil)
    }

    @Test func `the version of an installation names its commit`() throws {
        _ = try make("usr/share/albumen/commit", text: "e3099e0c\n")
        #expect(
            ProgramVersion.text(from: ProgramFolder(folder.file("usr/bin"))) == "\(ProgramVersion.number) (e3099e0c)")
        #expect(ProgramVersion.text(from: ProgramFolder(folder.file("build"))) == ProgramVersion.number)
    }
}
