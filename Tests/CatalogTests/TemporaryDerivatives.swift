import AlbumenTestSupport
import Foundation
import GRDB
import Records
import Synchronization

@testable import Catalog

/// A folder for derivatives, which is deleted with its last reference.
final class TemporaryDerivatives: Sendable {
    /// A clock that a test advances.
    final class Clock: Sendable {
        private let day = Mutex(0)

        func advance(days: Int) { day.withLock { $0 += days } }

        var now: Date { Date(timeIntervalSinceReferenceDate: Double(day.withLock { $0 }) * 86_400 + 1) }
    }

    let folder: URL
    let clock = Clock()

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "albumen-derivatives-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            FileHandle.standardError.write(Data("A test's derivatives stay behind: \(error)\n".utf8))
        }
    }

    var file: URL { folder.appendingPathComponent("derivatives.sqlite") }

    /// Opens the store like another process.
    func store(
        budgetInBytes: Int64 = 1 << 30, recipes: DerivativeRecipes = DerivativeRecipes(thumbnail: 1, preview: 1)
    ) -> DerivativeStore {
        let clock = clock
        return DerivativeStore(in: folder, recipes: recipes, budgetInBytes: budgetInBytes, now: { clock.now })
    }

    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    func previewFiles() throws -> [String] {
        let root = folder.appendingPathComponent("previews").path
        guard FileManager.default.fileExists(atPath: root) else { return [] }
        return try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.contains("/") }.sorted()
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }

    func write(_ bytes: Data, to name: String) throws {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: file)
    }

    /// Changes the database without the store's knowledge.
    func execute(_ sql: String) throws {
        let queue = try DatabaseQueue(path: file.path)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    func values(_ sql: String, in store: DerivativeStore) throws -> [Int] {
        try store.read { try Int.fetchAll($0, sql: sql) } ?? []
    }
}

extension BlobDigest {
    /// A digest that begins with the number.
    static func hash(_ index: Int) -> BlobDigest { BlobDigest(UInt8(index), repeating: 0xAB) }
}

extension DerivativeRecord {
    /// Bytes in place of pictures, because the store doesn't decode them.
    static func sample(_ index: Int, isPNG: Bool = false, hasPreview: Bool = true, length: Int = 300)
        -> DerivativeRecord
    {
        DerivativeRecord(
            sha256: .hash(index), thumbnail: Data((0..<2000).map { UInt8(truncatingIfNeeded: $0 * (index + 3)) }),
            preview: hasPreview
                ? Preview(bytes: Data((0..<length).map { UInt8(truncatingIfNeeded: $0 + index) }), isPNG: isPNG) : nil)
    }
}
