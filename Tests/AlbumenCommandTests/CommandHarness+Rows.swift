import AlbumenTestSupport
import Foundation
import GRDB
import Records

@testable import Albumen
@testable import Catalog
@testable import PhotoLibrary

extension CommandHarness {
    /// Adds two assets without files whose identifiers begin alike.
    func addTwins() throws {
        let library = try Library(at: library)
        try library.catalog.write(author: "test") { transaction in
            for number in 1...2 {
                _ = try transaction.insert(
                    AssetRecord(
                        uuid: "AAAAAAAA-0000-4000-8000-00000000000\(number)", mediaType: .image, mediaSubtypes: [],
                        playbackStyle: .image, pixelWidth: 4, pixelHeight: 3, duration: 0, creationDate: nil,
                        addedDate: Date(timeIntervalSinceReferenceDate: 0)))
            }
        }
        try library.catalog.close()
    }

    /// Runs SQL in the catalog, as no program of Albumen does.
    func execute(_ sql: String) throws {
        let library = try Library(at: library)
        try library.catalog.pool.write { try $0.execute(sql: sql) }
        try library.catalog.close()
    }

    /// Gives the first asset one more file, of which the library has no bytes.
    func addRowWithoutBlob() throws {
        let library = try Library(at: library)
        try library.catalog.write(author: "test") { transaction in
            let resource = ResourceRecord(
                type: .alternatePhoto, sha256: BlobDigest(repeating: 0xAB), fileSize: 7,
                originalFilename: "row.dng",
                uniformTypeIdentifier: "com.adobe.raw-image", pixelWidth: 4, pixelHeight: 3)
            _ = try transaction.insert(resource, intoAsset: 1)
        }
        try library.catalog.close()
    }
}
