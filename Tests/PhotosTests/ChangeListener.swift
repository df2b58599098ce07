import AlbumenTestSupport
import Dispatch
import Foundation
import Photos
import Synchronization

/// Records the changes that it receives, and lets a test wait for them.
final class ChangeListener: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    private let heard = Mutex<[PHChange]>([])
    private let arrival = DispatchSemaphore(value: 0)
    private let handler: @Sendable (PHChange) -> Void

    init(handler: @escaping @Sendable (PHChange) -> Void = { _ in }) {
        self.handler = handler
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        handler(changeInstance)
        heard.withLock { $0.append(changeInstance) }
        arrival.signal()
    }

    /// All changes received so far.
    var changes: [PHChange] { heard.withLock { $0 } }

    /// Waits for the next change. Returns `nil` if that takes so long that the test has failed.
    func next() -> PHChange? {
        guard arrival.wait(timeout: TestPatience.end) == .success else { return nil }
        return changes.last
    }

    /// Waits for the given number of changes. Returns `false` if that takes so long that the test has failed.
    func wait(for count: Int) -> Bool {
        (0..<count).allSatisfy { _ in arrival.wait(timeout: TestPatience.end) == .success }
    }
}
