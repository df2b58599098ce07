import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import ObjectStore
import Testing

/// The dates of objects in folders. Those in stores are checked with Litestream.
@Suite struct ObjectDateTests {
    private func upload(_ date: Date?, to place: DirectoryPlace, seed: Int = 1) throws {
        let sample = try SampleFile(1000, seed: seed)
        let name = try #require(RemoteName("albumen/catalog/e0000000000000001/ltx/0/a.ltx"))
        _ = try place.upload(
            RemoteUpload(name, digest: sample.digest, size: 1000, date: date), from: sample.file, WorkCancellation(),
            progress: { _ in }, save: { _ in })
    }

    @Test(arguments: [-1.5, 0, 1_700_000_000.123, 4_000_000_000.999])
    func aFileHasTheDateOfItsContent(_ seconds: Double) throws {
        let folder = try TemporaryFolder()
        try upload(Date(timeIntervalSince1970: seconds), to: try DirectoryPlace(path: folder.path))
        let file = folder.file("albumen/catalog/e0000000000000001/ltx/0/a.ltx")
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        let found = try #require(attributes[.modificationDate] as? Date)
        #expect(abs(found.timeIntervalSince1970 - seconds) < 0.000_5)
    }

    @Test func aDateThatIsNoneStoresNothing() throws {
        for seconds in [Double.nan, .infinity, 1e300, -1e300] {
            let folder = try TemporaryFolder()
            let place = try DirectoryPlace(path: folder.path)
            let error = #expect(throws: RemoteBlobError.self) {
                try upload(Date(timeIntervalSince1970: seconds), to: place)
            }
            #expect(error?.code == .sourceDamaged)
            #expect(try place.list("", after: nil, limit: 10, WorkCancellation()).elements.isEmpty)
        }
    }
}
