import Albumen
import Foundation
import Photos
import Records
import UIKit

/// An app that prints what it sees of the library, until it is killed. The environment is that of an app that uses
/// PhotoKit: `ALBUMEN_LIBRARY` and `ALBUMEN_CLIENT`. Its questions have the reason in `ALBUMEN_USAGE`.
///
/// Usage: AccessClient STEP…
///
/// The steps run one after another:
/// - `authorize` asks for access, and prints the status.
/// - `observe` fetches all assets, prints their number, and prints each change: the inserted and removed assets, the
///   new number, and whether images of these assets can be loaded.
/// - `count` fetches all assets and prints their number.
/// - `end` ends the program.
/// - `choose` lets the user change the selection, and prints the newly selected assets.
/// - `change`, with a number in `ALBUMEN_COUNT` that the user has to repeat, asks whether it may make a change.
@main struct AccessClient {
    let library: Library
    let client: String

    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        let app = AccessClient(
            library: try Library(at: URL(fileURLWithPath: environment["ALBUMEN_LIBRARY"] ?? "")),
            client: environment["ALBUMEN_CLIENT"] ?? "")
        let observer = AssetObserver()
        for step in CommandLine.arguments.dropFirst() {
            switch step {
            case "authorize": try await app.authorize()
            case "observe": observer.start()
            case "count": say("assets \(PHAsset.fetchAssets(with: nil).count)")
            case "end": return
            case "choose": try await app.choose()
            case "change": try await app.change(count: environment["ALBUMEN_COUNT"].flatMap { Int($0) })
            default: fatalError("There is no step \(step).")
            }
        }
        say("waiting")
        while true { try await Task.sleep(for: .seconds(3600)) }
    }

    private func ask(_ kind: Question.Kind) async throws -> QuestionAnswer? {
        let reason = ProcessInfo.processInfo.environment["ALBUMEN_USAGE"]
        return try await library.answer(to: library.ask(NewQuestion(client: client, kind: kind, reason: reason)))
    }

    private func authorize() async throws {
        let answer = try await ask(.access(.readWrite))
        let status: PHAuthorizationStatus =
            switch answer {
            case .all?: .authorized
            case .selected?, .selection?: .limited
            default: .denied
            }
        Self.say("status \(status.rawValue)")
    }

    private func choose() async throws {
        guard case .selection(let added)? = try await ask(.selection) else { return Self.say("chosen nothing") }
        let assets = try library.view(for: .owner(through: "test")).assets(withIdentifiers: added)
        Self.say("chosen \(added.count) \(added.compactMap { assets[$0]?.uuid }.joined(separator: " "))")
    }

    private func change(count: Int?) async throws {
        let answer = try await ask(.change(text: "delete photos", needsCount: count))
        if case .allow? = answer { Self.say("allowed") } else { Self.say("declined") }
    }

    static func say(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}

/// Prints each change of the assets that the app sees.
final class AssetObserver: NSObject, PHPhotoLibraryChangeObserver, @unchecked Sendable {
    private let lock = NSLock()
    private var result: PHFetchResult<PHAsset>?

    func start() {
        let fetched = PHAsset.fetchAssets(with: nil)
        lock.withLock { result = fetched }
        PHPhotoLibrary.shared().register(self)
        AccessClient.say("assets \(fetched.count)")
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        lock.withLock {
            guard let former = result, let details = changeInstance.changeDetails(for: former) else { return }
            result = details.fetchResultAfterChanges
            let (inserted, removed) = (details.insertedObjects, details.removedObjects)
            AccessClient.say("changed +\(inserted.count) -\(removed.count) =\(details.fetchResultAfterChanges.count)")
            for asset in inserted { AccessClient.say("inserted \(asset.localIdentifier) \(image(of: asset))") }
            for asset in removed { AccessClient.say("removed \(asset.localIdentifier) \(image(of: asset))") }
        }
    }

    /// Returns whether an image of an asset that the app holds can be loaded.
    private func image(of asset: PHAsset) -> String {
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        options.deliveryMode = .highQualityFormat
        var outcome = "no answer"
        PHImageManager.default().requestImage(
            for: asset, targetSize: CGSize(width: 200, height: 200), contentMode: .aspectFit, options: options
        ) { image, info in
            if image != nil {
                outcome = "image"
            } else {
                let error = info?[PHImageErrorKey] as? NSError
                outcome = "error \(error?.code ?? 0)"
            }
        }
        return outcome
    }
}
