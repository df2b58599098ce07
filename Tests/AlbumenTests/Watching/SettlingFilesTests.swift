import Foundation
import SystemPackage
import Testing

@testable import Albumen
@testable import SystemCalls

/// When files in watched folders are complete. The tests have clocks of their own.
@Suite struct SettlingFilesTests {
    private typealias Key = SettlingFiles.Key

    private let start = ContinuousClock.now
    private var files = SettlingFiles(WatchTiming())
    private let key = Key(folder: "/camera", name: Array("a.jpg".utf8))

    private func look(_ size: Int64, of key: Key? = nil) -> FileLook {
        let name = String(decoding: (key ?? self.key).name, as: UTF8.self)
        return FileLook(
            file: FolderWalk.File(
                name: name, rawName: nil, size: size, modificationTime: 0,
                identity: Stat.Identity(device: 1, file: 1)), changeTime: 0)
    }

    /// Looks at all files and returns the names of the batch.
    private func step(
        _ files: inout SettlingFiles, _ seconds: Int, size: Int64? = 1, use: FileLook.Use = .idle
    ) -> [String] {
        let now = start + .seconds(seconds)
        files.look(at: now) { key in
            size.map { look($0, of: key) }
        } use: { _ in
            use
        }
        return files.takeBatch(at: now, limit: 100).map(\.look.file.name)
    }

    @Test func `a file is complete when it has stayed the same for the settling time`() {
        var files = files
        files.note(key, isFinished: true, isRemote: false, at: start)
        #expect(step(&files, 0, size: 1) == [])
        #expect(step(&files, 2, size: 1) == [])
        #expect(step(&files, 3, size: 2) == [])
        #expect(step(&files, 5, size: 2) == [])
        #expect(step(&files, 6, size: 2) == ["a.jpg"])
        #expect(files.count == 0)
    }

    @Test func `a file that a program has open waits, however long`() {
        var files = files
        files.note(key, isFinished: false, isRemote: false, at: start)
        for seconds in [0, 3, 10, 100, 1000, 10_000] { #expect(step(&files, seconds, use: .written) == []) }
        #expect(step(&files, 10_100) == ["a.jpg"])
    }

    @Test func `a file whose use is unknown needs its close, or a long time`() {
        var files = files
        files.note(key, isFinished: false, isRemote: false, at: start)
        #expect(step(&files, 0, use: .unknown) == [])
        #expect(step(&files, 3, use: .unknown) == [])
        #expect(step(&files, 29, use: .unknown) == [])
        #expect(step(&files, 30, use: .unknown) == ["a.jpg"])
        files.note(key, isFinished: true, isRemote: false, at: start + .seconds(100))
        #expect(step(&files, 100, use: .unknown) == [])
        #expect(step(&files, 103, use: .unknown) == ["a.jpg"])
    }

    @Test func `a file on a network disk settles longer`() {
        var files = files
        files.note(key, isFinished: true, isRemote: true, at: start)
        #expect(step(&files, 0) == [])
        #expect(step(&files, 29) == [])
        #expect(step(&files, 30) == ["a.jpg"])
    }

    @Test func `a file that is gone is forgotten`() {
        var files = files
        files.note(key, isFinished: true, isRemote: false, at: start)
        #expect(step(&files, 0, size: nil) == [])
        #expect(files.count == 0)
        #expect(files.nextDue(after: start) == nil)
    }

    @Test func `files that arrive together are imported together`() {
        var files = files
        let other = Key(folder: "/camera", name: Array("b.jpg".utf8))
        files.note(key, isFinished: true, isRemote: false, at: start)
        #expect(step(&files, 0) == [])
        files.note(other, isFinished: true, isRemote: false, at: start + .seconds(2))
        #expect(step(&files, 2) == [])
        #expect(step(&files, 3) == [])
        #expect(step(&files, 5) == ["a.jpg", "b.jpg"])
    }

    @Test func `a stream of files doesn't keep the first ones waiting for long`() {
        var files = files
        files.note(key, isFinished: true, isRemote: false, at: start)
        var imported: Int?
        for seconds in 0..<60 {
            let other = Key(folder: "/camera", name: Array("other\(seconds).jpg".utf8))
            files.note(other, isFinished: true, isRemote: false, at: start + .seconds(seconds))
            if imported == nil, step(&files, seconds).contains("a.jpg") { imported = seconds }
        }
        #expect(imported == 18)
    }

    @Test func `a photo waits for its video that is still written, but other files don't`() {
        var files = files
        let video = Key(folder: "/camera", name: Array("a.MOV".utf8))
        let other = Key(folder: "/camera", name: Array("b.jpg".utf8))
        for key in [key, video, other] { files.note(key, isFinished: false, isRemote: false, at: start) }
        func step(_ files: inout SettlingFiles, _ seconds: Int, isWritten: Bool) -> [String] {
            let now = start + .seconds(seconds)
            files.look(at: now) {
                look(1, of: $0)
            } use: {
                $0 == video && isWritten ? .written : .idle
            }
            return files.takeBatch(at: now, limit: 100).map(\.look.file.name)
        }
        #expect(step(&files, 0, isWritten: true) == [])
        #expect(step(&files, 3, isWritten: true) == ["b.jpg"])
        #expect(step(&files, 10, isWritten: true) == [])
        #expect(step(&files, 20, isWritten: false) == ["a.MOV", "a.jpg"])
    }

    @Test(arguments: [
        "a.jpg.part", "a.CRDOWNLOAD", ".IMG_1.jpg.aBc123", "a.jpg.tmp", "a.jpg~", "~a.jpg", "a.rsync-tmp",
        ".hidden.jpg",
        "a.jpg.filepart", "Unconfirmed 1234.crdownload",
    ])
    func `names of incomplete files are known`(_ name: String) {
        #expect(PartialFileName.isPartial(name))
    }

    @Test(arguments: ["a.jpg", "part.jpg", "a.part.jpg", "IMG_1.HEIC", "partial"])
    func `other names aren't those of incomplete files`(_ name: String) {
        #expect(!PartialFileName.isPartial(name))
    }
}
