import AlbumenTestSupport
import Foundation
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Programs with different selections that request images at the same time (§1.3.9).
@Suite(.blocking) struct SelectionProgramTests {
    private static let count = 10_000
    private let temporary: TemporaryLibrary
    private let uuids: [String]

    init() throws {
        temporary = try TemporaryLibrary()
        uuids = try temporary.add(
            (0..<30).map { index in
                let probe = MediaProbe(
                    kind: .image, uniformTypeIdentifier: "public.jpeg", pixelWidth: 64, pixelHeight: 48)
                let name = "IMG_\(index).JPG"
                return TemporaryLibrary.Sample(name, probe, bytes: SampleMedia.jpeg(comment: name))
            }
        ).compactMap(\.assetUUID)
    }

    @Test("§1.3.9: two programs get their own images only, and a third gets none after the commit of its revocation")
    func threePrograms() throws {
        let library = temporary.library
        let rows = try library.owner.assetRows(uuids: uuids)
        let selections = ["a": 0..<10, "b": 10..<20, "c": 15..<30]
        for (client, range) in selections {
            try library.choose(uuids[range].compactMap { rows[$0] }, forClient: client, author: "test")
            try library.setAccess(.limited, ofClient: client, author: "test")
        }
        let folder = try TemporaryFolder()
        let gate = folder.url.appending(path: "gate")
        let revoked = try start("c", ["2000", gate.path(percentEncoded: false)])
        let others = try ["a", "b"].map { try start($0) }
        #expect(revoked.waitForOutput { $0.contains("held") })
        // Thousands of requests are queued or in flight now.
        try library.deselect(uuids[15..<30].compactMap { rows[$0] }, fromClient: "c", author: "test")
        try Data().write(to: gate)

        let report = try Self.report(of: revoked)
        #expect(report.fetched.count == 15)
        #expect(report.images == 2_000)
        #expect(report.imagesAfterGate == 0)
        // The same error as for assets that don't exist.
        #expect(report.failures == [3303: Self.count - 2_000])
        for (client, run) in zip(["a", "b"], others) {
            let report = try Self.report(of: run)
            let range = try #require(selections[client])
            let own = Set(uuids[range].map { LocalIdentifier.string(uuid: $0, kind: .asset) })
            #expect(Set(report.fetched) == own)
            #expect(report.delivered == own)
            #expect(report.images == Self.count)
            #expect(report.failures.isEmpty)
        }
    }

    private func start(_ client: String, _ gate: [String] = []) throws -> ProgramRun {
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "ManyRequests")
        return try ProgramRun(
            program, ["selection", temporary.folder.path(percentEncoded: false), client, "\(Self.count)"] + gate,
            environment: ["PATH": "/usr/bin:/bin", "TMPDIR": NSTemporaryDirectory()])
    }

    private static func report(of run: ProgramRun) throws -> SelectionReport {
        let outcome = try run.wait()
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        let line = try #require(outcome.outputLines.last)
        return try JSONDecoder().decode(SelectionReport.self, from: Data(line.utf8))
    }
}
