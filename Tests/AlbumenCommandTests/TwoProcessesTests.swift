import AlbumenTestSupport
import Foundation
import Testing

/// Programs that change one library at the same time.
@Suite(.blocking) struct TwoProcessesTests {
    @Test func `a concurrent import and album edits lose nothing and meet no locked database`()
        throws
    {
        let harness = try CommandHarness()
        let first = try harness.writePhotos(10)
        try #require(try harness.run("import", first.path).exitStatus == 0)
        let listed = try harness.run("list", "--json").objects().compactMap { object -> String? in
            if case .text(let identifier)? = object["localIdentifier"] { identifier } else { nil }
        }
        try #require(listed.count == 10)
        try #require(try harness.run("album", "create", "Trip").exitStatus == 0)

        let others = try harness.folder.makeFolder("more")
        for index in 0..<150 {
            try SampleMedia.jpeg(comment: "more \(index)").write(to: others.appending(path: "more-\(index).jpg"))
        }
        let importing = try harness.start("import", others.path, "--json")
        var failures: [String] = []
        for identifier in listed {
            for arguments in [["album", "add", "Trip", identifier], ["set", identifier, "--favorite"]] {
                let outcome = try harness.run(arguments)
                if outcome.exitStatus != 0 { failures.append(outcome.error) }
            }
        }
        #expect(failures == [])
        let imported = try importing.wait()
        #expect(imported.exitStatus == 0, "\(imported.error)")
        #expect(try harness.run("list", "--json").objects().count == 160)
        #expect(try harness.run("list", "--album", "Trip", "--json").objects().count == 10)
        #expect(try harness.run("list", "--filter", "isFavorite == YES", "--json").objects().count == 10)
        #expect(try harness.run("verify").exitStatus == 0)
    }
}
