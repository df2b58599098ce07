import AlbumenTestSupport
import Foundation
import Places
import ProgramFiles
import Synchronization
import Testing

/// A gazetteer that a test can remove, or replace by one of another version.
final class SampleGazetteer: Sendable {
    struct Missing: Error {}

    private let folder: TemporaryFolder
    private let original: Data
    private let current: Mutex<Gazetteer?>

    init() throws {
        folder = try TemporaryFolder()
        original = try Data(contentsOf: try #require(ResourceLocation.find(Gazetteer.fileName)))
        current = Mutex(try Gazetteer.shared())
    }

    var version: Int { current.withLock { $0?.version ?? 0 } }

    func get() throws -> Gazetteer {
        guard let gazetteer = current.withLock({ $0 }) else { throw Missing() }
        return gazetteer
    }

    func remove() { current.withLock { $0 = nil } }

    func restore() throws {
        let gazetteer = try Gazetteer.shared()
        current.withLock { $0 = gazetteer }
    }

    /// The checksum of the file doesn't include its version.
    func replace(byVersion version: Int) throws {
        var bytes = original
        withUnsafeBytes(of: UInt32(version).littleEndian) { bytes.replaceSubrange(12..<16, with: $0) }
        let file = folder.file("places-\(version).bin")
        try bytes.write(to: file)
        let gazetteer = try Gazetteer(contentsOf: file)
        #expect(gazetteer.version == version)
        current.withLock { $0 = gazetteer }
    }
}
