import AlbumenTestSupport
import Foundation
import GRDB
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// A row whose hash was damaged, for example by another program.
@Suite struct DamagedHashTests {
    @Test func `it is one finding, and the other assets are read and verified`() throws {
        let temporary = try TemporaryLibrary()
        let outcomes = try temporary.add([.image("a.jpg"), .image("b.jpg"), .image("c.jpg")])
        let damaged = try #require(try temporary.asset(outcomes[1]))
        let row = try #require(try temporary.library.owner.resources(ofAsset: damaged.id)?.first).id
        let file = try DatabaseQueue(path: temporary.folder.appending(path: "catalog.sqlite").path)
        try file.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA ignore_check_constraints = ON")
            try database.execute(sql: "UPDATE resource SET sha256 = X'0503' WHERE id = ?", arguments: [row])
        }
        try file.close()

        let resources = try outcomes.map { outcome in
            let asset = try #require(try temporary.asset(outcome))
            return try #require(try temporary.library.owner.resources(ofAsset: asset.id)?.first)
        }
        #expect(resources.map { $0.sha256 == .zero } == [false, true, false])
        var findings: [LibraryVerification.Finding] = []
        let summary = try LibraryVerification(of: temporary.library).run(reclaimsOrphans: false) { findings.append($0) }
        #expect(findings.contains(.catalog("resource \(row) has a damaged hash")))
        #expect(summary.resources == 3)
        #expect(summary.orphans == 1)
    }
}
