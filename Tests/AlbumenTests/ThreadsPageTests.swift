import Foundation
import Testing

/// `docs/threads.md` names each file with a pool, a queue or a lock.
@Suite struct ThreadsPageTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let marks = [
        "Mutex(", "Mutex<", "NSCondition()", "NSLock()", "flock(", "DispatchQueue(label:", "DispatchQueue.global()",
        "concurrentPerform(", "WorkQueue(name:", "NIOThreadPool(", "Thread {", "Thread.detachNewThread",
        "pthread_create(",
    ]

    private static func sources() throws -> [URL] {
        let files = try #require(
            FileManager.default.enumerator(
                at: root.appendingPathComponent("Sources"), includingPropertiesForKeys: nil))
        return files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    }

    @Test("each file with a pool, a queue or a lock is named")
    func everyFileIsNamed() throws {
        let page = try String(contentsOf: Self.root.appendingPathComponent("docs/threads.md"), encoding: .utf8)
        var found = 0
        for file in try Self.sources() {
            let text = try String(contentsOf: file, encoding: .utf8)
            let code = text.split(separator: "\n").filter { !$0.drop(while: { $0 == " " }).hasPrefix("//") }
            guard code.contains(where: { line in Self.marks.contains { line.contains($0) } }) else { continue }
            found += 1
            // `FileSystem+Durability` and `UIImage+Thumbnail` are named by their types.
            let name = file.deletingPathExtension().lastPathComponent
            let type = name.split(separator: "+").first.map(String.init) ?? name
            #expect(page.contains("`\(name)`") || page.contains("`\(type)`") || page.contains("`\(type)."), "\(name)")
        }
        #expect(found > 60)
    }

    @Test("each label of a queue is named")
    func everyLabelIsNamed() throws {
        let page = try String(contentsOf: Self.root.appendingPathComponent("docs/threads.md"), encoding: .utf8)
        for file in try Self.sources() {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: #/(?:DispatchQueue\(label|WorkQueue\(name): "([^"]+)"/#) {
                #expect(page.contains("`\(match.1)`"), "\(match.1)")
            }
        }
    }
}
