import Photos
import UIKit

func usePHPhotoLibrary() {
    let library: PHPhotoLibrary = PHPhotoLibrary.shared()
    let _: NSObject = library
    requireSendable(library)

    let _: PHAuthorizationStatus = PHPhotoLibrary.authorizationStatus()
    let _: PHAuthorizationStatus = PHPhotoLibrary.authorizationStatus(for: .readWrite)
    let _: PHAuthorizationStatus = PHPhotoLibrary.authorizationStatus(for: .addOnly)

    PHPhotoLibrary.requestAuthorization { _ in }
    PHPhotoLibrary.requestAuthorization({ (status: PHAuthorizationStatus) -> Void in print(status) })
    PHPhotoLibrary.requestAuthorization(for: .readWrite) { status in print(status) }
    PHPhotoLibrary.requestAuthorization(for: .addOnly, handler: { _ in })
}

/// The helper that most apps have.
func askForPhotos(_ completion: @escaping (Bool) -> Void) {
    guard PHPhotoLibrary.authorizationStatus() == .notDetermined else { return completion(false) }
    PHPhotoLibrary.requestAuthorization { status in
        switch status {
        case .authorized, .limited:
            DispatchQueue.main.async { completion(true) }
        case .denied, .restricted:
            DispatchQueue.main.async { completion(false) }
        case .notDetermined:
            break
        @unknown default:
            break
        }
    }
}

/// A handler kept in a variable, and one that is a method.
final class PermissionAsker {
    private var handler: ((PHAuthorizationStatus) -> Void)?
    private(set) var status = PHPhotoLibrary.authorizationStatus(for: .readWrite)

    func ask(_ handler: @escaping (PHAuthorizationStatus) -> Void) {
        self.handler = handler
        PHPhotoLibrary.requestAuthorization(for: .readWrite, handler: handler)
        PHPhotoLibrary.requestAuthorization(answer)
        PHPhotoLibrary.requestAuthorization(for: .readWrite) { [weak self] status in
            self?.status = status
            self?.handler?(status)
        }
    }

    private func answer(_ status: PHAuthorizationStatus) {
        self.status = status
    }
}

@MainActor
final class PermissionModel {
    private(set) var isAllowed = false

    func ask() async {
        let status: PHAuthorizationStatus = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
        isAllowed = status == .authorized || status == .limited
    }

    func askFromATask() {
        Task {
            isAllowed = await PHPhotoLibrary.requestAuthorization(for: .readWrite) == .authorized
        }
    }
}

func askFromNowhere() async -> PHAuthorizationStatus {
    await PHPhotoLibrary.requestAuthorization(for: .addOnly)
}

func askThroughAContinuation() async -> Bool {
    await withCheckedContinuation { continuation in
        PHPhotoLibrary.requestAuthorization(for: .readWrite) { status in
            continuation.resume(returning: status == .authorized)
        }
    }
}

func changePHPhotoLibrary(_ handler: @escaping (Bool, Error?) -> Void) throws {
    let library = PHPhotoLibrary.shared()
    library.performChanges({})
    library.performChanges({}, completionHandler: nil)
    library.performChanges({}, completionHandler: handler)
    // swift-format-ignore: OnlyOneTrailingClosureArgument
    library.performChanges({ print("changing") }) { success, error in
        let _: Bool = success
        let _: (any Error)? = error
    }
    library.performChanges {
        print("changing")
    } completionHandler: { _, _ in
    }
    try library.performChangesAndWait({})
    try library.performChangesAndWait { print("changing") }
}

func changePHPhotoLibraryFromATask() async throws {
    try await PHPhotoLibrary.shared().performChanges({})
    try await PHPhotoLibrary.shared().performChanges { print("changing") }
    var identifier: String?
    try await PHPhotoLibrary.shared().performChanges {
        identifier = PHAssetCreationRequest.forAsset().placeholderForCreatedAsset?.localIdentifier
    }
    print(identifier ?? "")
}

@MainActor
final class ChangeModel {
    private(set) var message = ""

    func toggleFavorite(_ asset: PHAsset) async {
        do {
            try await PHPhotoLibrary.shared().performChanges {
                PHAssetChangeRequest(for: asset).isFavorite = !asset.isFavorite
            }
        } catch {
            message = error.localizedDescription
        }
    }
}

func changeThroughAContinuation(_ asset: PHAsset) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
        PHPhotoLibrary.shared().performChanges({
            PHAssetChangeRequest.deleteAssets([asset] as NSArray)
        }) { success, error in
            if let error = error { return continuation.resume(throwing: error) }
            continuation.resume(returning: success)
        }
    }
}

func mapCloudIdentifiers(_ identifiers: [String]) -> [String] {
    let library = PHPhotoLibrary.shared()
    let mappings: [String: Result<PHCloudIdentifier, any Error>] = library.cloudIdentifierMappings(
        forLocalIdentifiers: identifiers)
    let cloud = mappings.values.compactMap { try? $0.get() }
    let back: [PHCloudIdentifier: Result<String, any Error>] = library.localIdentifierMappings(for: cloud)
    let synced: [PHCloudIdentifier: Result<String, any Error>] = library.localIdentifierMappings(forSynced: cloud)
    return (Array(back.values) + synced.values).flatMap { result -> [String] in
        switch result {
        case .success(let identifier): return [identifier]
        case .failure(let error as PHPhotosError) where error.code == .multipleIdentifiersFound:
            return error.userInfo[PHLocalIdentifiersErrorKey] as? [String] ?? []
        case .failure: return []
        }
    }
}

func usePHPhotoLibraryPersistentChanges(
    _ library: PHPhotoLibrary, _ observer: any PHPhotoLibraryPersistentChangesObserver
) {
    library.register(observer)
    library.unregisterPersistentChangesObserver(observer)
}

func usePHPhotoLibraryObservers(_ library: PHPhotoLibrary, _ observer: SurfaceObserver) {
    let _: any NSObjectProtocol = observer as any PHPhotoLibraryChangeObserver
    let _: any NSObjectProtocol = observer as any PHPhotoLibraryAvailabilityObserver
    library.register(observer as any PHPhotoLibraryChangeObserver)
    library.unregisterChangeObserver(observer)
    library.register(observer as any PHPhotoLibraryAvailabilityObserver)
    library.unregisterAvailabilityObserver(observer)
    let _: (any Error)? = library.unavailabilityReason
}

func usePHPhotoLibraryHistory(_ library: PHPhotoLibrary) throws {
    let token: PHPersistentChangeToken = library.currentChangeToken
    let _: PHPersistentChangeFetchResult = try library.fetchPersistentChanges(since: token)
}
