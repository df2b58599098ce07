import Dispatch
import Foundation
import PhotoLibrary
import Records
import UIKitCore

/// A content editing input on its way to the handler, which is its only user.
typealias EditingInput = UncheckedSendable<PHContentEditingInput>

/// The work of a request for a content editing input, on a queue of its own: the recipe, the app's decision, the files
/// and the picture for the screen.
final class EditingInputRequest: Sendable {
    private typealias Choice = UncheckedSendable<EditingChoice>

    private let pending: PendingRequest<EditingInput>
    private let client: ImageClient
    private let asset: EditedAsset
    private let requestedOriginal: OriginalChoice?
    private let canHandle: UncheckedSendable<(PHAdjustmentData) -> Bool>
    private let skipsImage: Bool
    private let queue = DispatchQueue(label: "albumen.photos.editing")
    private let task = ImageTask.make()

    /// - Throws: `RequestFailure` for an empty asset, without access, or for an asset that can't be edited.
    private init(
        _ pending: PendingRequest<EditingInput>, _ asset: PHAsset, _ options: PHContentEditingInputRequestOptions?,
        _ session: PhotoLibrarySession
    ) throws {
        client = try pending.client(for: asset, session)
        guard client.isImage || client.isVideo else { throw RequestFailure.noEditableContent }
        self.pending = pending
        self.asset = EditedAsset(asset)
        requestedOriginal = options?.requestedOriginal.map { OriginalChoice($0) }
        canHandle = UncheckedSendable(options?.canHandleAdjustmentData ?? { _ in false })
        skipsImage = options?.skipsDisplaySizeImage ?? false
    }

    /// Starts the work for a pending request. Cancelling the pending request cancels the work.
    static func start(
        _ pending: PendingRequest<EditingInput>, of asset: PHAsset, _ options: PHContentEditingInputRequestOptions?,
        _ session: PhotoLibrarySession
    ) {
        pending.start {
            let request = try EditingInputRequest(pending, asset, options, session)
            request.next { try request.begin() }
            return request.task
        }
    }

    /// Runs a step on the queue, unless the request was cancelled.
    private func next(_ step: @escaping @Sendable () throws -> Void) {
        queue.async {
            guard !self.task.isCancelled else { return }
            do {
                try step()
            } catch {
                self.pending.fail(error)
            }
        }
    }

    // MARK: Recipe

    private func begin() throws {
        let uuid = client.record.uuid
        guard let present = try client.view.editing(ofAsset: uuid), present.asset.trashedDate == nil else {
            throw LibraryError.gone(client.record)
        }
        var editing = present
        if let requestedOriginal {
            guard let chosen = present.choosing(requestedOriginal) else { throw RequestFailure.noOriginalChoice }
            editing = chosen
        }
        guard let file = editing.adjustmentFile else {
            return try fetch(choice(of: editing, handling: nil))
        }
        let edited = editing
        let source = PictureSource(file, assetUUID: uuid)
        // A recipe is small, so its download reports no progress.
        let network = pending.settings.network(nil)
        let download = client.view.originals.fetch([source], network: network) { result in
            self.next {
                try result.get()
                try self.decide(edited)
            }
        }
        task.begin(step: 0) { download.cancel() }
    }

    /// Asks the app whether it understands the recipe.
    private func decide(_ editing: AssetEditing) throws {
        guard let document = try client.view.adjustmentDocument(of: editing) else {
            return try fetch(choice(of: editing, handling: nil))
        }
        pending.callBack {
            guard !self.task.isCancelled else { return }
            do {
                try self.client.permit.check()
            } catch {
                return self.pending.fail(error)
            }
            let data = PHAdjustmentData(document.adjustment)
            let isHandled = self.canHandle.value(data)
            let choice = self.choice(of: editing, handling: isHandled ? data : nil)
            self.next { try self.fetch(choice) }
        }
    }

    private func choice(of editing: AssetEditing, handling adjustmentData: PHAdjustmentData?) -> Choice {
        Choice(EditingChoice(editing, requestedOriginal, handling: adjustmentData))
    }

    // MARK: Files

    private func fetch(_ choice: Choice) throws {
        let uuid = client.record.uuid
        let sources = choice.value.sourceFiles.map { PictureSource($0, assetUUID: uuid) }
        guard !sources.isEmpty else { throw LibraryError.gone(client.record) }
        let network = pending.settings.network(pending.makeProgress())
        let download = client.view.originals.fetch(sources, network: network) { result in
            self.next {
                try result.get()
                try self.make(choice, sources)
            }
        }
        task.begin(step: 1) { download.cancel() }
    }

    private func make(_ choice: Choice, _ sources: [PictureSource]) throws {
        guard let file = choice.value.files.first else { throw LibraryError.gone(client.record) }
        let source = sources[0]
        var content = EditingContent(choice.value, of: asset, file)
        if client.isVideo {
            let row = choice.value.editing.asset
            let slowMotion = file.type == .video ? try client.view.originalSlowMotion(of: row) : nil
            content.audiovisualAsset = try RequestedVideo(source, slowMotion, for: client).makeAsset()
            return deliver(content)
        }
        content.fullSizeImageURL = try client.view.namedOriginalURL(of: source)
        content.fullSizeImageOrientation = Int32(try client.view.storedOrientation(of: source))
        // A Live Photo has a picture, too.
        if skipsImage, !choice.value.isLivePhoto { return finish(content, choice.value, nil) }
        let started = UncheckedSendable(content)
        let run = client.view.images.start(try screenRequest(source), on: .queue) { event in
            switch event {
            case .image(let image):
                guard image.isLast else { return }
                let picture = UIImage(image.bitmap)
                self.next { self.finish(started.value, choice.value, picture) }
            case .failed(let error):
                self.next { throw error }
            }
        }
        task.begin(step: 2) { run.cancel() }
    }

    /// Returns a request for the picture in the size of the screen.
    private func screenRequest(_ source: PictureSource) throws -> ImageRequest {
        let screen = UIScreen.main.nativeBounds
        let side = max(screen.width, screen.height)
        let size = CGSize(width: side, height: side)
        let layout = ImageLayout(source: source.size, target: size, contentMode: .aspectFit, resizeMode: .fast)
        guard let layout else { throw RequestFailure.targetSize(size) }
        return ImageRequest(source: source, layout: layout, delivery: .highQuality)
    }

    /// - Parameter picture: The picture in the size of the screen, or `nil` if nothing needs it.
    private func finish(_ content: EditingContent, _ choice: EditingChoice, _ picture: UIImage?) {
        var content = content
        if !skipsImage { content.displaySizeImage = picture }
        var livePhoto: PHLivePhoto?
        if choice.isLivePhoto, let picture {
            livePhoto = PHLivePhoto(
                LivePhotoContent(
                    image: picture,
                    files: .asset(
                        client.view.library, uuid: content.assetUUID, version: choice.version, photo: choice.files[0],
                        video: choice.files[1])))
        }
        content.setLivePhoto(livePhoto)
        deliver(content)
    }

    private func deliver(_ content: EditingContent) {
        let info = ImageResultInfo(requestID: pending.number)
        pending.deliver(EditingInput(PHContentEditingInput(content)), info, isLast: true)
    }
}

extension PHAdjustmentData {
    convenience init(_ recipe: AdjustmentData) {
        self.init(
            formatIdentifier: recipe.formatIdentifier, formatVersion: recipe.formatVersion, data: recipe.data)
    }
}
