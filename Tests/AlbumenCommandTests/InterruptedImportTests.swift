import AlbumenTestSupport
import Foundation
import Testing

/// Imports that are killed, or whose workers are: nothing is lost, nothing is doubled, and a second run completes them.
@Suite(.blocking, .serialized) struct InterruptedImportTests {
    private static let photoCount = 100
    /// Each run of the tests kills at other moments.
    private static let rounds = TestLength.isLong ? 60 : 4

    @Test("a killed import leaves a valid library, and the next one completes it")
    func killedImport() throws {
        let duration = try durationOfWholeImport()
        for round in 0..<Self.rounds {
            let harness = try CommandHarness()
            let photos = try harness.writePhotos(Self.photoCount)
            let moment = Double.random(in: 0...duration)
            let run = try harness.start("import", photos.path)
            kill(after: moment) { run.kill(SIGKILL) }
            _ = try run.wait()
            if FileManager.default.fileExists(atPath: harness.library.appending(path: "library.json").path) {
                let verification = try harness.run("verify")
                #expect(verification.exitStatus == 0, "round \(round), \(moment) s: \(verification.error)")
            }
            try expectCompletion(harness, photos, "round \(round), killed after \(moment) s")
        }
    }

    @Test("an import with killed workers continues, and the next one imports the rest")
    func killedWorkers() throws {
        let duration = try durationOfWholeImport()
        for round in 0..<Self.rounds {
            let harness = try CommandHarness()
            let photos = try harness.writePhotos(Self.photoCount)
            let moment = Double.random(in: 0...duration)
            let run = try harness.start("import", photos.path)
            kill(after: moment) {
                for worker in children(of: run.processIdentifier) { Foundation.kill(worker, SIGKILL) }
            }
            let outcome = try run.wait()
            #expect([0, 3].contains(outcome.exitStatus), "round \(round), \(moment) s: \(outcome.error)")
            try expectCompletion(harness, photos, "round \(round), workers killed after \(moment) s")
        }
    }

    private func expectCompletion(_ harness: CommandHarness, _ photos: URL, _ comment: Comment) throws {
        let again = try harness.run("import", photos.path)
        #expect(again.exitStatus == 0, comment)
        #expect(try harness.run("list", "--json").outputLines.count == Self.photoCount, comment)
        #expect(try harness.blobs().count == Self.photoCount, comment)
        let verification = try harness.run("verify", "--json")
        #expect(verification.exitStatus == 0, comment)
        let staging = harness.library.appending(path: "staging").path(percentEncoded: false)
        #expect(try FileManager.default.contentsOfDirectory(atPath: staging) == [], comment)
    }

    /// In seconds, and a little more.
    private func durationOfWholeImport() throws -> Double {
        let harness = try CommandHarness()
        let photos = try harness.writePhotos(Self.photoCount)
        let start = ContinuousClock.now
        let outcome = try harness.run("import", photos.path)
        #expect(outcome.exitStatus == 0)
        return (ContinuousClock.now - start) / .seconds(1) * 1.1
    }

    private func kill(after seconds: Double, _ action: @escaping @Sendable () -> Void) {
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: action)
    }
}

/// The processes that a process started; none once it has ended.
private func children(of parent: pid_t) -> [pid_t] {
    let folder = "/proc/\(parent)/task"
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return tasks.flatMap { task in
        let list = (try? String(contentsOfFile: "\(folder)/\(task)/children", encoding: .utf8)) ?? ""
        return list.split(separator: " ").compactMap { pid_t($0) }
    }
}
