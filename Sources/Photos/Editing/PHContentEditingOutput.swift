public import Foundation
import PhotoLibrary
import Records
import Synchronization
public import UniformTypeIdentifiers

/// An edit: the edited photo or video, and its recipe.
///
/// Set the recipe, write the edited photo or video to a URL of the output, and set
/// ``PHAssetChangeRequest/contentEditingOutput`` in a change block. The change block fails with these errors and
/// changes nothing:
/// - 3303 if there is no file, the file is empty, or there is no recipe
/// - 3302 if the file isn't a photo or video of the URL's type, is cut short, or has an orientation other than up
/// - 3300 if the recipe is empty, larger than 2 MiB, or the object of the input
/// - 3301 if the asset was edited or reverted after the input was requested
///
/// The files are temporary. They are deleted with the output, and after the change is committed.
///
/// Unlike Apple's class, this class is sendable, because change blocks are.
// Unchecked because the class is open. Its stored properties are constant, except for one with a lock.
open class PHContentEditingOutput: NSObject, @unchecked Sendable {
    private enum Target {
        case nothing
        case input(EditingContent)
        /// An asset that the change block creates.
        case placeholder(uuid: String)
    }

    private let target: Target
    private let isVideoInput: Bool
    let files = RenderingFiles()
    private let recipe = Mutex(UncheckedSendable<PHAdjustmentData?>(nil))

    /// The recipe of the edit. Every edit needs a new object.
    open var adjustmentData: PHAdjustmentData? {
        get { recipe.withLock { $0 }.value }
        set {
            let new = UncheckedSendable(newValue)
            recipe.withLock { $0 = new }
        }
    }

    /// Creates an output for an edit of the input's asset.
    public init(contentEditingInput: PHContentEditingInput) {
        target = contentEditingInput.content.map { .input($0) } ?? .nothing
        isVideoInput = contentEditingInput.mediaType == .video
    }

    /// Creates an output for an edit of an asset that the change block creates, so that the new asset starts with an
    /// edit. Create it in the change block, after adding the asset's files.
    public init(placeholderForCreatedAsset: PHObjectPlaceholder) {
        let uuid = placeholderForCreatedAsset.kind == .asset ? placeholderForCreatedAsset.uuid : nil
        target = uuid.map { .placeholder(uuid: $0) } ?? .nothing
        isVideoInput = false
    }

    /// Creates an output without an asset, for subclasses in tests of an app. It can't be committed.
    public override init() {
        target = .nothing
        isVideoInput = false
    }

    /// The URL for the edited photo as a JPEG, or for the edited video as a QuickTime movie.
    ///
    /// The file doesn't exist yet. Its folder is private to the output. Rotate the pixels and not the orientation in
    /// the metadata, which must be up.
    open var renderedContentURL: URL {
        do {
            return try files.url(for: defaultRendering)
        } catch {
            // The client's write fails at this URL, because its folder doesn't exist. Nobody can guess and create it.
            Diagnostics.reportOnce("There is no folder for edited photos and videos: \(error)")
            return FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)/edit.jpg")
        }
    }

    /// The type of the file at ``renderedContentURL``: JPEG for photos and Live Photos, QuickTime movie for videos.
    open var defaultRenderedContentType: UTType? { defaultRendering.contentType }

    /// The types that the edited file can have: JPEG and HEIC for photos and Live Photos, QuickTime movie for videos.
    open var supportedRenderedContentTypes: [UTType] { supportedRenderings.map(\.contentType) }

    /// Returns the URL for an edited file of a type, as ``renderedContentURL`` does.
    ///
    /// If the app writes files at several URLs, the edit consists of the one whose URL was requested last.
    ///
    /// - Throws: 3302 if the asset's edits can't have the type, or -1 if the temporary folder can't be created.
    @discardableResult
    open func renderedContentURL(for type: UTType) throws -> URL {
        do {
            guard let rendering = supportedRenderings.first(where: { $0.contentType == type }) else {
                throw RequestFailure.unsupportedRendering(type, supported: supportedRenderedContentTypes)
            }
            return try files.url(for: rendering)
        } catch {
            throw NSError.photos(error)
        }
    }

    private var isVideo: Bool {
        guard case .placeholder(let uuid) = target else { return isVideoInput }
        return ChangeRecording.current?.draft(ofAssetUUID: uuid)?.parts.contains { $0.type == .video } ?? false
    }

    private var defaultRendering: RenderingFiles.Kind { isVideo ? .movie : .jpeg }

    private var supportedRenderings: [RenderingFiles.Kind] { isVideo ? [.movie] : [.jpeg, .heic] }
}

extension PHContentEditingOutput {
    /// Returns the edit of an asset, or the operation that makes the change block fail.
    func operation(forAssetUUID uuid: String) -> Transaction.Operation {
        do throws(LibraryError) {
            return .edit(try edit(ofAssetUUID: uuid), assetUUID: uuid)
        } catch {
            return .refuse(error)
        }
    }

    private func edit(ofAssetUUID uuid: String) throws(LibraryError) -> AssetEdit {
        var input: EditingContent?
        switch target {
        case .input(let content) where content.assetUUID == uuid: input = content
        case .placeholder(uuid): break
        case .input, .placeholder:
            throw LibraryError(
                .unsupportedChange,
                "The content editing output belongs to another asset. Request a content editing input of the asset to "
                    + "change.")
        case .nothing:
            throw LibraryError(
                .unsupportedChange, "The content editing output belongs to no asset, because its input is empty.")
        }
        guard let adjustmentData else {
            throw LibraryError(
                .missingResource, "The content editing output has no adjustment data. Set its adjustmentData.")
        }
        guard adjustmentData !== input?.adjustmentData else {
            throw LibraryError(
                .invalidAdjustment,
                "The content editing output has the adjustment data of its input. Create a new PHAdjustmentData for "
                    + "each edit.")
        }
        guard let (kind, file) = files.written else {
            let accepted = supportedRenderings.map(\.name).joined(separator: " or ")
            throw LibraryError(
                .missingResource,
                "There is no edited file at \(renderedContentURL.path). Write \(accepted) to a URL of the content "
                    + "editing output before the change.")
        }
        var renderings = [
            EditRendering(type: kind.resourceType, file: file, contentType: kind.contentType.identifier)
        ]
        if kind != .movie, let video = files.writtenPairedVideo {
            let paired = RenderingFiles.Kind.pairedVideo
            renderings.append(
                EditRendering(type: paired.resourceType, file: video, contentType: paired.contentType.identifier))
        }
        return AssetEdit(
            adjustment: AdjustmentData(
                formatIdentifier: adjustmentData.formatIdentifier, formatVersion: adjustmentData.formatVersion,
                data: adjustmentData.data),
            renderings: renderings, base: input?.revision, isContinuing: input?.isContinuing ?? false,
            originalChoice: input?.originalChoice)
    }
}
