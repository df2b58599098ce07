import Synchronization

/// Reports the number of sent bytes in ascending order, although a part may be sent again.
final class UploadProgress: Sendable {
    private let last = Atomic<Int64>(-1)
    private let progress: @Sendable (Int64) -> Void

    init(_ progress: @escaping @Sendable (Int64) -> Void) {
        self.progress = progress
    }

    func report(_ count: Int64) {
        if last.max(count, ordering: .relaxed).oldValue < count { progress(count) }
    }
}
