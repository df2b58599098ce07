import Foundation
import Photos

/// Keeps an index of the library up to date from launch to launch.
final class LibraryHistory {
    private(set) var known: Set<String> = []
    private(set) var stale: Set<String> = []
    private let defaults = UserDefaults.standard
    private let key = "changeToken"

    var token: PHPersistentChangeToken? {
        get {
            guard let data = defaults.data(forKey: key) else { return nil }
            return try? NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: data)
        }
        set {
            let data = newValue.flatMap {
                try? NSKeyedArchiver.archivedData(withRootObject: $0, requiringSecureCoding: true)
            }
            defaults.set(data, forKey: key)
        }
    }

    func update() throws {
        guard let token = token else { return readAll() }
        let changes: PHPersistentChangeFetchResult
        do {
            changes = try PHPhotoLibrary.shared().fetchPersistentChanges(since: token)
        } catch let error as PHPhotosError where error.code == .persistentChangeTokenExpired {
            return readAll()
        }
        for change in changes {
            do {
                apply(try change.changeDetails(for: .asset))
                apply(try change.changeDetails(for: PHObjectType.assetCollection))
            } catch PHPhotosError.persistentChangeDetailsUnavailable {
                return readAll()
            }
            self.token = change.changeToken
        }
    }

    private func apply(_ details: PHPersistentObjectChangeDetails) {
        known.formUnion(details.insertedLocalIdentifiers)
        stale.formUnion(details.updatedLocalIdentifiers)
        known.subtract(details.deletedLocalIdentifiers)
    }

    private func readAll() {
        token = PHPhotoLibrary.shared().currentChangeToken
        PHAsset.fetchAssets(with: nil).enumerateObjects { asset, _, _ in
            self.known.insert(asset.localIdentifier)
        }
    }
}
