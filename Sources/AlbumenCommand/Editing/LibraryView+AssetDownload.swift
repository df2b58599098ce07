import Albumen
import MediaWork
import Records
import Synchronization

extension LibraryView {
    /// Downloads the files of an asset that are only in the library's place. Blocks.
    ///
    /// - Throws: `MediaError.cancelled`, or `LibraryError`: `networkFailed` if the place can't be used now.
    func downloadOriginals(of asset: AssetRecord, _ cancellation: WorkCancellation) throws {
        let sources = try (resources(ofAsset: asset.id) ?? []).compactMap { PictureSource($0, assetUUID: asset.uuid) }
        let outcome = Mutex<Result<Void, any Error>>(.success(()))
        _ = fetchOriginals(sources, network: .allowed(cancellation: cancellation), at: .caller()) { result in
            outcome.withLock { $0 = result }
        }
        do {
            try outcome.withLock { $0 }.get()
        } catch is CancellationError {
            throw MediaError.cancelled
        }
    }
}
