import AlbumenTestSupport
import Foundation
import SystemCalls
import SystemPackage
import Testing

@testable import Albumen
@testable import PhotoLibrary

@Suite struct FolderWalkTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("folders are walked depth first in the order of names, without hidden ones")
    func order() throws {
        for name in ["b.jpg", "a/2.jpg", "a/1.jpg", "c/x.jpg", ".git/y.jpg", ".z.jpg", "a/deep/er/3.jpg"] {
            try folder.write(Data(), to: name)
        }
        #expect(walk([folder.path]) == ["b.jpg", "a/1.jpg", "a/2.jpg", "a/deep/er/3.jpg", "c/x.jpg"])
    }

    @Test("links cause no loop, and each folder is walked once")
    func links() throws {
        try folder.write(Data(), to: "a/1.jpg")
        try link("a/loop", to: folder.path)
        try link("b", to: folder.file("a").path)
        try link("1-link.jpg", to: folder.file("a/1.jpg").path)
        #expect(walk([folder.path, folder.file("a").path]) == ["1-link.jpg", "a/1.jpg"])
    }

    @Test("a broken link is reported and doesn't stop the walk")
    func brokenLink() throws {
        try folder.write(Data(), to: "a.jpg")
        try link("broken.jpg", to: "/nonexistent")
        try link("README", to: "/nonexistent")
        #expect(walk([folder.path]) == ["? README", "! broken.jpg", "a.jpg"])
    }

    @Test("the library's own folder is skipped")
    func ownLibrary() throws {
        try folder.write(Data(), to: "library/originals/ab/file")
        try folder.write(Data(), to: "a.jpg")
        let library = folder.file("library")
        #expect(walk([folder.path], excluding: library) == ["a.jpg"])
        #expect(walk([folder.file("library/originals").path], excluding: library) == [])
        try link("way-in", to: folder.file("library/originals/ab").path)
        #expect(walk([folder.path], excluding: library) == ["a.jpg"])
    }

    @Test("names that aren't UTF-8 are found and reported, and two spellings of an accent are two files")
    func names() throws {
        for name in [
            [0x63, 0x61, 0x66, 0xE9, 0x2E, 0x6A, 0x70, 0x67], Array("é.jpg".utf8), Array("e\u{301}.jpg".utf8),
        ] {
            let path = Array((folder.path + "/").utf8) + name
            let descriptor = FilePath(bytes: path).withPlatformString { open($0, O_CREAT | O_WRONLY, 0o644) }
            #expect(descriptor >= 0)
            close(descriptor)
        }
        let found = walk([folder.path])
        #expect(found.count == 3)
        #expect(found.contains("caf%E9.jpg"))
    }

    @Test("a date that is too late is replaced by the latest possible one")
    func farFuture() throws {
        let file = try folder.write(Data(), to: "future.jpg")
        var times = [timespec(tv_sec: 20_000_000_000, tv_nsec: 0), timespec(tv_sec: 20_000_000_000, tv_nsec: 0)]
        try #require(utimensat(AT_FDCWD, file.path, &times, 0) == 0)
        #expect(walk([folder.path]) == ["future.jpg"])
    }

    @Test("files can be given directly, and missing paths are reported")
    func files() throws {
        try folder.write(Data(), to: "a.jpg")
        let file = folder.file("a.jpg").path
        #expect(walk([file, folder.file("none").path, file]) == ["a.jpg", "! none"])
    }

    @Test("a pipe isn't read")
    func pipe() throws {
        #expect(mkfifo(folder.file("pipe.jpg").path, 0o644) == 0)
        #expect(walk([folder.path]) == [])
    }

    @Test("a link out of the folder is reported and only followed if all links are, or if it is given directly")
    func linksOut() throws {
        let elsewhere = try TemporaryFolder()
        try elsewhere.write(Data(), to: "far/1.jpg")
        try elsewhere.write(Data(), to: "2.jpg")
        try folder.write(Data(), to: "a/near.jpg")
        try link("a/far", to: elsewhere.file("far").path)
        try link("a/link.jpg", to: elsewhere.file("2.jpg").path)
        try link("inside", to: folder.file("a").path)
        #expect(walk([folder.path]) == ["> a/far", "> a/link.jpg", "a/near.jpg"])
        #expect(
            walk([folder.path], followsLinks: true) == ["a/link.jpg", "a/near.jpg", "a/far/1.jpg"])
        #expect(walk([folder.path, elsewhere.path]).filter { $0.hasPrefix(">") }.isEmpty)
        let named = walk([folder.file("a/far").path, folder.file("a/link.jpg").path])
        #expect(named.map { $0.suffix(5) } == ["1.jpg", "2.jpg"])
    }

    @Test(
        "the kernel's file systems and devices are refused",
        arguments: [
            "/proc/self", "/sys/kernel", "/dev", "/dev/null",
        ])
    func kernel(path: String) throws {
        #expect(walk([path]) == ["! \(try path == "/dev/null" ? path : FilePath(path).resolved().text)"])
    }

    @Test("a link into the kernel's file systems is refused, even if all links are followed")
    func linkIntoKernel() throws {
        try link("p", to: "/proc/self")
        #expect(walk([folder.path], followsLinks: true) == ["! p"])
    }

    @Test("folders of other programs are reported and skipped")
    func foreignFolders() throws {
        for name in [
            "@eaDir/IMG_1.JPG/SYNOPHOTO_THUMB_XL.jpg", "Photos.photoslibrary/originals/1.jpg",
            "Catalog Previews.lrdata/1.jpg", "Other/library.json", "Other/originals/ab/cd", "CaptureOne/Cache/1.jpg",
            "#recycle/1.jpg", "appdata_oc1/preview/1.jpg", "appdata/preview/1.jpg", "originals/1.jpg", "1.JPG",
        ] {
            try folder.write(Data(), to: name)
        }
        #expect(
            walk([folder.path]) == [
                "1.JPG", "recycleBin #recycle", "thumbnails @eaDir", "captureOneData CaptureOne",
                "lightroomData Catalog Previews.lrdata", "albumenLibrary Other", "photosLibrary Photos.photoslibrary",
                "appdata/preview/1.jpg", "thumbnails appdata_oc1", "originals/1.jpg",
            ])
    }

    @Test("a folder of another program is walked if it is given directly")
    func namedForeignFolder() throws {
        try folder.write(Data(), to: "Photos.photoslibrary/originals/1.jpg")
        let library = folder.file("Photos.photoslibrary").path
        #expect(walk([library]) == ["Photos.photoslibrary/originals/1.jpg"])
        #expect(walk([folder.path, library]) == ["Photos.photoslibrary/originals/1.jpg"])
        #expect(walk([library, folder.path]) == ["Photos.photoslibrary/originals/1.jpg"])
    }

    @Test("nested folders are walked down to a path of almost 4,096 bytes", .timeLimit(.minutes(60)))
    func depth() throws {
        let name = TestLength.isLong ? "d" : "a folder"
        let depth = 3_800 / (name.count + 1)
        // Created and removed one name at a time, because most system calls refuse such a long path.
        var descriptor = open(folder.path, O_RDONLY | O_DIRECTORY)
        for _ in 0..<depth {
            try #require(mkdirat(descriptor, name, 0o700) == 0)
            let next = openat(descriptor, name, O_RDONLY | O_DIRECTORY)
            try #require(next >= 0)
            close(descriptor)
            descriptor = next
        }
        close(openat(descriptor, "a.jpg", O_CREAT | O_WRONLY, 0o600))
        close(descriptor)
        #expect(walk([folder.path]).map { $0.count } == [depth * (name.count + 1) + "a.jpg".count])
    }

    private func walk(
        _ paths: [String], excluding library: URL? = nil, followsLinks: Bool = false
    ) -> [String] {
        var found: [String] = []
        FolderWalk(excluding: library, followsLinks: followsLinks).walk(paths.map { FilePath($0) }) { step in
            switch step {
            case .folder(let path, let files): found += files.map { relative($0.location(in: path).text) }
            case .unreadable(let path, _): found.append("! " + relative(path))
            case .nothing(let path): found.append("? " + relative(path))
            case .link(let path): found.append("> " + relative(path))
            case .foreign(let path, let kind): found.append("\(kind) " + relative(path))
            }
            return true
        }
        return found
    }

    private func relative(_ path: String) -> String {
        path.replacingOccurrences(of: folder.url.path + "/", with: "")
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: folder.file(name).path, withDestinationPath: target)
    }
}
