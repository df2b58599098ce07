import AlbumenTestSupport
import Foundation
import Synchronization
import Testing

@testable import TemporaryFiles

/// Folders of a process among the files of other users, and of processes that were killed.
@Suite struct ProcessFolderTests {
    private static let stranger: uid_t = 12_345
    private let place: TemporaryFolder

    init() throws {
        place = try TemporaryFolder()
        #expect(chmod(place.path, 0o1777) == 0)
    }

    private func path(_ name: String) -> String { place.file(name).path(percentEncoded: false) }

    private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    @Test(.enabled(if: geteuid() == 0, "only root can create files of another user"))
    func `folders that a stranger makes first stop nobody, and stay`() throws {
        // The names of earlier versions, which could be guessed.
        let names = ["picks", "edits", "items", "originals"].flatMap { name in
            ["albumen-\(name)-\(getuid())", "albumen.\(name)", "albumen.\(name).\(UUID().uuidString)"]
        }
        for (name, mode) in zip(names, [0o700, 0o755, 0o777, 0].cycled(names.count)) {
            try place.write(Data("stranger".utf8), to: "\(name)/file")
            #expect(chmod(path(name), mode_t(mode)) == 0)
            #expect(chown(path(name), Self.stranger, Self.stranger) == 0)
        }
        // A pipe without a writer, and a link to a folder of this user.
        #expect(mkfifo(path("albumen.items.pipe"), 0o666) == 0)
        try place.write(Data("mine".utf8), to: "mine/file")
        #expect(symlink(path("mine"), path("albumen.items.\(UUID().uuidString)")) == 0)
        for name in ["picks", "edits", "items", "originals"] {
            let folder = try #require(ProcessFolder(named: name, in: place.url))
            #expect(FileManager.default.fileExists(atPath: try folder.makeFolder().path))
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.url.path)
            #expect(attributes[.posixPermissions] as? Int == 0o700)
            folder.remove()
            #expect(!FileManager.default.fileExists(atPath: folder.url.path))
        }
        for name in names { #expect(exists("\(name)/file"), "\(name)") }
        #expect(exists("mine/file"))
    }

    @Test func `the files of a killed process are removed, and those of a running one stay`() throws {
        let running = try #require(ProcessFolder(named: "items", in: place.url))
        let file = try running.makeFolder().appending(path: "file")
        try Data("running".utf8).write(to: file)
        let abandoned = "albumen.edits.\(UUID().uuidString)"
        try place.write(Data("killed".utf8), to: "\(abandoned)/\(UUID().uuidString)/file")
        try place.write(Data("other".utf8), to: "other/file")
        let later = try #require(ProcessFolder(named: "picks", in: place.url))
        #expect(!exists(abandoned))
        #expect(exists("other/file"))
        #expect(FileManager.default.fileExists(atPath: file.path))
        for folder in [running, later] { folder.remove() }
        #expect(try place.names() == ["other"])
    }

    @Test func `processes that start at the same time don't remove each other's folders`() {
        let made = Mutex<[ProcessFolder]>([])
        DispatchQueue.concurrentPerform(iterations: 64) { _ in
            guard let folder = ProcessFolder(named: "items", in: place.url) else { return }
            made.withLock { $0.append(folder) }
        }
        let folders = made.withLock { $0 }
        #expect(folders.count == 64)
        #expect(folders.allSatisfy { FileManager.default.fileExists(atPath: $0.url.path) })
        for folder in folders { folder.remove() }
    }

    @Test func `a place that can't be used has no folders`() throws {
        #expect(ProcessFolder(named: "items", in: place.file("missing")) == nil)
    }

    /// What is at the path of `XDG_RUNTIME_DIR`.
    enum RuntimeFolder: CaseIterable, Sendable {
        case good, missing, open, readable, link, file, relative, strangers
    }

    @Test(arguments: RuntimeFolder.allCases)
    func `links are in the runtime folder only if it's private`(_ kind: RuntimeFolder) throws {
        var runtime = path("runtime")
        switch kind {
        case .missing: break
        case .file: try place.write(Data(), to: "runtime")
        case .link:
            try place.makeFolder("target")
            #expect(chmod(path("target"), 0o700) == 0 && symlink(path("target"), runtime) == 0)
        default:
            try place.makeFolder("runtime")
            let mode: mode_t = kind == .open ? 0o777 : kind == .readable ? 0o755 : 0o700
            #expect(chmod(runtime, mode) == 0)
        }
        if kind == .relative { runtime = "runtime" }
        if kind == .strangers {
            guard geteuid() == 0 else { return }
            #expect(chown(runtime, Self.stranger, Self.stranger) == 0)
        }
        let found = TemporaryLocation.ofLinks(environment: ["XDG_RUNTIME_DIR": runtime])
        let expected = kind == .good ? URL(filePath: runtime, directoryHint: .isDirectory) : TemporaryLocation.ofFiles
        #expect(found.standardizedFileURL == expected.standardizedFileURL)
        #expect(TemporaryLocation.ofLinks(environment: [:]) == TemporaryLocation.ofFiles)
    }
}

extension [Int] {
    fileprivate func cycled(_ count: Int) -> [Int] { (0..<count).map { self[$0 % self.count] } }
}
