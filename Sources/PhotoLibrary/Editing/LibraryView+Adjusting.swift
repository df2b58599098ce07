import BlobStore
package import Cancellation
import Foundation
import MediaRequests
import MediaWork
package import Pixels
package import Records

/// The result of adjusting a photo or video.
package enum AdjustingOutcome: Sendable, Equatable {
    /// The photo or video has a new rendering of this size.
    case edited(AdjustmentRecipe, PixelSize)
    /// The photo or video already has these adjustments.
    case unchanged
    /// No adjustment is left, so the photo or video is as it was before.
    case reverted
}

/// An asset that couldn't be adjusted, while others were.
package struct AdjustingFailure: Sendable {
    package let assetUUID: String
    package let error: any Error
}

extension LibraryView {
    /// Changes the adjustments of a photo, Live Photo or video with Albumen's own editor. Renders it in workers and
    /// commits the edit. Blocks the calling thread.
    ///
    /// If the asset has an edit of Albumen's editor, `change` starts with its recipe, and the asset is rendered again
    /// from its base. An edit of another app becomes the base of the new edit.
    ///
    /// A photo is rendered to a JPEG in Display P3 with the original's metadata. The same original and recipe give the
    /// same bytes. A video is rendered to a QuickTime movie. A Live Photo stays one: both files are rendered. Remote
    /// files are downloaded.
    ///
    /// - Parameters:
    ///   - revision: The revision that the change was made for, or `nil` to change any edit.
    ///   - cancellation: Cancels the rendering.
    ///   - progress: Receives the finished share of a video's rendering.
    ///   - keepsReversal: Whether to keep what undoing the change needs.
    ///   - change: Changes the recipe. Its second argument is the size of the upright picture before the edit.
    /// - Returns: The reversal is `nil` if nothing changed or `keepsReversal` is `false`.
    /// - Throws: `LibraryError.Code.invalidAdjustment` if an adjustment doesn't apply to the asset or a value is outside
    ///   of its range. `conflictingEdit` if another program edited the asset meanwhile. `networkFailed` if a remote file
    ///   can't be downloaded. `MediaError` if the asset can't be rendered.
    package func adjust(
        assetUUID uuid: String, since revision: EditRevision? = nil, cancellation: WorkCancellation? = nil,
        progress: @escaping @Sendable (Double) -> Void = { _ in }, keepsReversal: Bool = false,
        _ change: (inout AdjustmentRecipe, PixelSize) throws -> Void
    ) throws -> (outcome: AdjustingOutcome, reversal: AssetReversal?) {
        let prepared = try prepare(uuid, since: revision, cancellation, progress, change)
        defer { prepared.discard() }
        guard let operation = prepared.operation else { return (prepared.outcome, nil) }
        if cancellation?.isCancelled == true { throw MediaError.cancelled }
        var settings = Transaction.Settings()
        settings.keepsReversals = keepsReversal
        let outcomes = try commit([operation], settings: settings)
        return (prepared.outcome, outcomes.first?.reversal)
    }

    /// Replaces the adjustments of several assets in one change, except for those of their videos' time and sound.
    /// Renders one after another, and then commits those that could be rendered. Blocks the calling thread.
    ///
    /// - Parameter progress: Receives the number of finished assets.
    /// - Returns: The reversals of the assets that changed, and the assets that couldn't be rendered.
    ///   An asset that another program edited meanwhile stays as it is, and is one of them.
    /// - Throws: `MediaError` if the change is cancelled or there is no worker. Nothing is changed then.
    package func adjust(
        assetUUIDs uuids: [String], to recipe: AdjustmentRecipe, cancellation: WorkCancellation?,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws -> (reversals: [AssetReversal], failures: [AdjustingFailure]) {
        var prepared: [PreparedAdjustment] = []
        var failures: [AdjustingFailure] = []
        defer { for adjustment in prepared { adjustment.discard() } }
        for (index, uuid) in uuids.enumerated() {
            do {
                prepared.append(
                    try prepare(uuid, since: nil, cancellation, { _ in }) { old, _ in
                        old = old.replacing(pixelsWith: recipe)
                    })
            } catch {
                guard Self.concernsOneAsset(error) else { throw error }
                failures.append(AdjustingFailure(assetUUID: uuid, error: error))
            }
            progress(index + 1)
        }
        if cancellation?.isCancelled == true { throw MediaError.cancelled }
        var settings = Transaction.Settings()
        settings.keepsReversals = true
        while true {
            let operations = prepared.compactMap(\.operation)
            guard !operations.isEmpty else { return ([], failures) }
            do {
                return (try commit(operations, settings: settings).compactMap(\.reversal), failures)
            } catch let error as LibraryError where error.code == .conflictingEdit {
                let outdated = try prepared.filter { try editing(ofAsset: $0.assetUUID)?.revision != $0.revision }
                // Each turn removes an asset, so this ends.
                guard !outdated.isEmpty else { throw error }
                for adjustment in outdated { adjustment.discard() }
                let reason = LibraryError(
                    .conflictingEdit, "Another program edited this photo or video meanwhile, so it stays as it is.")
                failures += outdated.map { AdjustingFailure(assetUUID: $0.assetUUID, error: reason) }
                let uuids = Set(outdated.map(\.assetUUID))
                prepared.removeAll { uuids.contains($0.assetUUID) }
            }
        }
    }

    private static func concernsOneAsset(_ error: any Error) -> Bool {
        switch error {
        case let error as MediaError: !error.affectsAllFiles && error.code != .diskFull
        case let error as LibraryError:
            [
                .notFound, .unsupportedChange, .missingBytes, .missingResource, .invalidResource, .invalidAdjustment,
                .networkAccessRequired, .networkFailed,
            ].contains(error.code)
        default: false
        }
    }

    // MARK: Preparation

    private func prepare(
        _ uuid: String, since revision: EditRevision?, _ cancellation: WorkCancellation?,
        _ progress: @escaping @Sendable (Double) -> Void, _ change: (inout AdjustmentRecipe, PixelSize) throws -> Void
    ) throws -> PreparedAdjustment {
        let base = try adjustingBase(ofAsset: uuid)
        let editing = base.editing
        guard editing.asset.trashedDate == nil else {
            throw LibraryError(.unsupportedChange, "\(base.name) is in Recently Deleted. Restore it first.")
        }
        guard revision == nil || revision == editing.revision else {
            throw LibraryError(
                .conflictingEdit, "\(base.name) was edited or reverted since this edit began. Begin again.")
        }
        let network = NetworkAccess.allowed(cancellation: cancellation)
        let size = try uprightSize(of: local(base.picture, of: editing, network: network))
        let movie = try movie(of: base, network: network)
        let stored = base.recipe ?? AdjustmentRecipe()
        var recipe = stored
        try change(&recipe, size)
        try recipe.validate()
        try recipe.fit(base.kind, named: base.name, duration: movie?.duration ?? 0)
        let revision = editing.revision
        guard recipe != stored else {
            return PreparedAdjustment(assetUUID: uuid, revision: revision, outcome: .unchanged)
        }
        // Without adjustments, the edit is removed. On top of another app's edit, it's kept with an empty recipe.
        if recipe.isEmpty, base.isOriginal {
            return PreparedAdjustment(
                assetUUID: uuid, revision: revision, outcome: .reverted,
                operation: .revertEdit(assetUUID: uuid, base: revision))
        }
        let folder = try library.blobs.makeWorkingFolder()
        do {
            let rendering = AdjustmentRendering(
                library: library, base: base, recipe: recipe, folder: folder.url, cancellation: cancellation,
                progress: progress, local: { try local($0, of: editing, network: network) })
            let (renderings, rendered) = try rendering.files(
                size: size, movie: movie, slowMotion: slowMotion(of: base))
            let edit = AssetEdit(
                adjustment: try recipe.adjustment, renderings: renderings, base: editing.revision,
                isContinuing: base.recipe != nil)
            return PreparedAdjustment(
                assetUUID: uuid, revision: revision, outcome: .edited(recipe, rendered),
                operation: .edit(edit, assetUUID: uuid), folder: folder)
        } catch {
            folder.remove()
            throw error
        }
    }

    private func uprightSize(of source: PictureSource) throws -> PixelSize {
        let workers = try library.workers()
        let probe = try library.originals.open(source.digest).withDescriptor { descriptor throws(MediaError) in
            try workers.probe(descriptor: descriptor, filename: source.filename)
        }
        return PixelSize(width: probe.pixelWidth, height: probe.pixelHeight)
    }
}

/// An adjustment whose files are rendered, and which isn't committed yet.
private struct PreparedAdjustment {
    let assetUUID: String
    let revision: EditRevision
    let outcome: AdjustingOutcome
    /// `nil` if nothing changes.
    var operation: Transaction.Operation?
    /// The folder with the rendered files.
    var folder: WorkingFolder?

    /// Removes the rendered files. The commit has copied them.
    func discard() { folder?.remove() }
}
