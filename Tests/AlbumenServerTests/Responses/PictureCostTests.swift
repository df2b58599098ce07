import AlbumenTestSupport
import Catalog
import Foundation
import HTTPTypes
import Records
import Testing

@testable import Albumen
@testable import AlbumenServer
@testable import PhotoLibrary

/// The cost of a request for a stored thumbnail. A grid requests hundreds of them.
@Suite struct PictureCostTests {
    @Test("a thumbnail takes one statement of the catalog, one of the derivatives and one thread switch")
    func thumbnail() async throws {
        let (catalog, derivatives) = (WorkCounter(), WorkCounter())
        let temporary = try StatementCount.$counter.withValue(catalog) { try TemporaryLibrary() }
        // The database of derivatives opens on first use.
        try StatementCount.$counter.withValue(derivatives) { try temporary.library.derivatives.requireStore() }
        try await GalleryFixture.open(temporary) { gallery in
            let uuid = try gallery.add(.photograph("a.jpg"))
            try gallery.makePictures()
            let address = "/api/assets/\(uuid)/thumbnail"
            // Connections open and prepare their statements on first use.
            let tag = try #require(try await gallery.respond(address).headers[.eTag])
            let hops = gallery.server.work.activity

            func cost(_ headers: HTTPFields = [:], _ status: Int) async throws -> [Int] {
                let before = [catalog.count, derivatives.count, hops.count]
                #expect(try await gallery.respond(address, headers: headers).status == status)
                return zip([catalog.count, derivatives.count, hops.count], before).map { $0 - $1 }
            }
            #expect(try await cost([:], 200) == [1, 1, 1])
            #expect(try await cost([.ifNoneMatch: tag], 304) == [1, 0, 1])
        }
    }
}
