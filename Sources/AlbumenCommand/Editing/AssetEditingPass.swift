import Albumen
import CodedErrors
import Foundation
import MediaRequests
import Records

/// Edits assets one after another, each in a transaction of its own, and reports failures.
struct AssetEditingPass {
    private let isJSON: Bool
    private let progress: ProgressBar
    private let interruption: Interruption
    private var changed = 0
    private var failed = 0

    /// - Parameters:
    ///   - verb: The verb of the progress, such as "edited".
    ///   - cancel: Cancels the current edit.
    init(verb: String, isJSON: Bool, cancel: @escaping @Sendable () -> Void) {
        self.isJSON = isJSON
        let progress = ProgressBar(verb: verb, style: .suiting(json: isJSON))
        self.progress = progress
        interruption = Interruption {
            progress.tell("Stopping. The photo or video that is being edited stays as it was.")
            cancel()
        }
    }

    /// - Parameter edit: Edits an asset, and returns whether that changed it. Its second argument receives the finished
    ///   share of a video, from 0 to 1.
    /// - Throws: `CommandFailure` after an interruption. The errors that would also fail the other assets.
    mutating func run(
        _ assets: [AssetRecord], in library: LibraryView,
        _ edit: (AssetRecord, @escaping @Sendable (Double) -> Void) throws -> Bool
    ) throws {
        defer { progress.finish() }
        progress.set(total: ProgressMeter.Amount(files: assets.count))
        for (index, asset) in assets.enumerated() {
            guard !interruption.wasRequested else { throw stopped(after: index) }
            do {
                if try edit(asset, { [progress] in progress.set(share: $0) }) { changed += 1 }
            } catch let error as MediaError where error.code == .cancelled {
                throw stopped(after: index)
            } catch {
                guard let reason = Self.reason(error) else { throw error }
                failed += 1
                try report(asset, reason, in: library)
            }
            progress.advance(by: ProgressMeter.Amount(files: 1))
        }
    }

    /// Reports the result.
    ///
    /// - Throws: `CommandFailure` if an asset failed.
    func finish(_ text: (Int) -> String) throws {
        try ChangeReport(isJSON: isJSON).tell(ChangeReport.AssetCount(assets: changed), text(changed))
        guard failed > 0 else { return }
        let (stay, were) = failed == 1 ? ("stays", "it was") : ("stay", "they were")
        throw CommandFailure(
            "\(Count.text(failed, "item")) \(stay) as \(were), for the reasons above.", status: .refused)
    }

    private func stopped(after count: Int) -> CommandFailure {
        CommandFailure("Stopped after \(Count.text(count, "item")).")
    }

    private func report(_ asset: AssetRecord, _ reason: String, in library: LibraryView) throws {
        let resources = try library.resources(ofAsset: asset.id) ?? []
        let entry = AssetEntry(asset: asset, resources: resources)
        let document = FailedAssetDocument(
            asset, originalFilename: entry.primaryResource?.originalFilename ?? "", reason: reason)
        guard isJSON else { return progress.tell(document.text) }
        let output = StandardOutput.shared
        try output.write(line: JSONLine.text(document))
        try output.flush()
    }

    /// Returns the reason why one asset can't be edited, or `nil` if the error affects all assets.
    private static func reason(_ error: any Error) -> String? {
        switch error {
        case let error as MediaError: error.concern == .installation ? nil : error.message
        case let error as LibraryError
        where [
            .missingBytes, .missingResource, .invalidResource, .invalidAdjustment, .conflictingEdit, .notFound,
            .networkAccessRequired,
        ].contains(error.code):
            error.message
        case let failure as CommandFailure: failure.message
        default: nil
        }
    }
}
