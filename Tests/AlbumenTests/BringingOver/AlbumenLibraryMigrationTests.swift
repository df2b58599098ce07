import GRDB
import Testing

@testable import Catalog
@testable import PhotoSources

/// The reader of other libraries knows the catalogs that this version writes.
@Suite struct AlbumenLibraryMigrationTests {
    @Test func `the last migration of a catalog is the last one that is read`() throws {
        let last = try #require(CatalogSchema.migrator.migrations.last)
        #expect(last.hasPrefix("\(AlbumenLibraryCatalog.latestMigration) "))
    }
}
