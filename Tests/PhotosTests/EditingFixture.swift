import AlbumenTestSupport
import Foundation
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// A library with imported files, and apps that edit them.
struct EditingFixture {
    let resources: ResourceFixture
    var images: ImageRequestFixture { resources.images }
    var temporary: TemporaryLibrary { resources.temporary }

    /// The answer of a request for a content editing input.
    struct Answer {
        var input: PHContentEditingInput?
        var info: [AnyHashable: Any]

        var errorCode: Int? { (info[PHContentEditingInputErrorKey] as? NSError)?.code }
        var isInCloud: Bool? { info[PHContentEditingInputResultIsInCloudKey] as? Bool }
        var isCancelled: Bool? { info[PHContentEditingInputCancelledKey] as? Bool }
    }

    init(hasRemote: Bool = false) throws {
        resources = try ResourceFixture(hasRemote: hasRemote)
    }

    func run<Value>(
        client: String = "test", access: String = "authorized", prompt: any UserPrompt = DeletionAnswer(answer: true),
        _ body: () throws -> Value
    ) rethrows -> Value {
        let library = temporary.library
        let session = PhotoLibrarySession(
            environment: ["ALBUMEN_CLIENT": client, "ALBUMEN_ACCESS": access], prompt: prompt,
            callbackQueue: images.queue, openLibrary: { library })
        return try PhotoLibrarySession.$current.withValue(session, operation: body)
    }

    /// Imports a photo of 64 × 48 pixels.
    func importPhoto(_ name: String = "IMG_1.JPG") throws -> PHAsset {
        try resources.importFile(SampleMedia.jpeg(comment: name), name)
    }

    func asset(_ asset: PHAsset) throws -> PHAsset {
        try run {
            try #require(
                PHAsset.fetchAssets(withLocalIdentifiers: [asset.localIdentifier], options: nil).firstObject)
        }
    }

    // MARK: Inputs

    func options(_ change: (PHContentEditingInputRequestOptions) -> Void) -> PHContentEditingInputRequestOptions {
        let options = PHContentEditingInputRequestOptions()
        change(options)
        return options
    }

    /// Requests an input and waits for the handler, which must be called once and on the callback queue.
    func request(
        _ asset: PHAsset, _ options: PHContentEditingInputRequestOptions? = nil, access: String = "authorized",
        afterStart: (PHContentEditingInputRequestID) -> Void = { _ in }
    ) throws -> Answer {
        let answers = Mutex<[UncheckedSendable<Answer>]>([])
        let ended = Gate()
        let number = run(access: access) {
            asset.requestContentEditingInput(with: options) { input, info in
                #expect(DispatchQueue.getSpecific(key: ImageRequestFixture.isCallbackQueue) == true)
                let answer = UncheckedSendable(Answer(input: input, info: info))
                answers.withLock { $0.append(answer) }
                ended.open()
            }
        }
        #expect(number > 0)
        afterStart(number)
        try #require(ended.wait())
        images.queue.sync {}
        let all = answers.withLock { $0 }
        #expect(all.count == 1)
        return all[0].value
    }

    /// Requests an input that must exist.
    ///
    /// - Parameter handles: Whether the app understands the recipe.
    func input(of asset: PHAsset, handles: Bool = false) throws -> PHContentEditingInput {
        try #require(try request(asset, options { $0.canHandleAdjustmentData = { _ in handles } }).input)
    }

    // MARK: Edits

    func recipe(_ text: String = "recipe", format: String = "org.example.editor") -> PHAdjustmentData {
        PHAdjustmentData(formatIdentifier: format, formatVersion: "1", data: Data(text.utf8))
    }

    /// Returns an output with a recipe and a rendering.
    func output(
        for input: PHContentEditingInput, _ rendering: Data, _ recipe: PHAdjustmentData? = nil
    ) throws -> PHContentEditingOutput {
        let output = PHContentEditingOutput(contentEditingInput: input)
        output.adjustmentData = recipe ?? self.recipe()
        try rendering.write(to: output.renderedContentURL)
        return output
    }

    func change(
        client: String = "test", access: String = "authorized", prompt: any UserPrompt = DeletionAnswer(answer: true),
        _ block: @escaping () -> Void
    ) throws {
        try run(client: client, access: access, prompt: prompt) {
            try PHPhotoLibrary.shared().performChangesAndWait(block)
        }
    }

    func commit(
        _ output: PHContentEditingOutput, to asset: PHAsset, access: String = "authorized",
        prompt: any UserPrompt = DeletionAnswer(answer: true)
    ) throws {
        try change(access: access, prompt: prompt) {
            PHAssetChangeRequest(for: asset).contentEditingOutput = output
        }
    }

    /// Returns the error with which a commit fails, or `nil` if it succeeds.
    func failure(
        _ output: PHContentEditingOutput, of asset: PHAsset, access: String = "authorized",
        prompt: any UserPrompt = DeletionAnswer(answer: true)
    ) throws -> PHPhotosError? {
        do {
            try commit(output, to: asset, access: access, prompt: prompt)
            return nil
        } catch let error as PHPhotosError {
            return error
        }
    }

    /// Edits an asset with a rendering and returns it as it is then.
    @discardableResult
    func edit(
        _ asset: PHAsset, _ rendering: Data, recipe: PHAdjustmentData? = nil, handles: Bool = false
    ) throws -> PHAsset {
        try commit(output(for: input(of: asset, handles: handles), rendering, recipe), to: asset)
        return try self.asset(asset)
    }

    func revert(_ asset: PHAsset) throws {
        try change { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() }
    }

    /// Returns the types and names of an asset's resources, with a mark for those that aren't current.
    func resourceNames(_ asset: PHAsset) -> [String] {
        run {
            PHAssetResource.assetResources(for: asset).map { resource in
                let isCurrent = resource.value(forKey: "isCurrent") as? Bool == true
                return "\(resource.type) \(resource.name)\(isCurrent ? "" : " (replaced)")"
            }
        }
    }

    /// Returns the bytes of an asset's resource.
    func bytes(_ type: PHAssetResourceType, of asset: PHAsset) throws -> Data {
        let resource = try #require(run { PHAssetResource.assetResources(for: asset) }.first { $0.type == type })
        return try resources.data(of: resource).get()
    }
}
