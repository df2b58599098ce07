import AlbumenTestSupport
import Foundation
import Testing

@testable import AlbumenPortal

@Suite struct PickedFolderTests {
    @Test func `files stay for a day`() throws {
        let cache = try TemporaryFolder()
        let folder = PickedFolder(environment: ["XDG_CACHE_HOME": cache.path, "HOME": "/nonexistent"])
        #expect(throws: Never.self) { folder.removeOld() }
        let first = try folder.make()
        try Data("a".utf8).write(to: first.appending(path: "a.jpg"))
        let mode = try FileManager.default.attributesOfItem(atPath: folder.url.path)[.posixPermissions]
        #expect(mode as? Int == 0o700)
        let second = try folder.make(now: Date(timeIntervalSinceNow: PickedFolder.lifetime - 60))
        #expect(FileManager.default.fileExists(atPath: first.path))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -PickedFolder.lifetime)], ofItemAtPath: first.path)
        folder.removeOld()
        #expect(!FileManager.default.fileExists(atPath: first.path))
        #expect(FileManager.default.fileExists(atPath: second.path))
    }
}
