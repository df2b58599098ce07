package import Pixels
import Synchronization

/// The access to the pixels of the frame for which a session waits.
package final class FrameLoan: Sendable {
    private enum State {
        case lent(@Sendable () throws(MediaError) -> Bitmap)
        case copied(Bitmap)
        case ended
        case failed(MediaError)
    }

    private let number: Int
    private let state: Mutex<State>

    /// - Parameter copy: Copies the pixels out of the worker. It's called at most once, and never after `end()`.
    package init(number: Int, copy: @escaping @Sendable () throws(MediaError) -> Bitmap) {
        self.number = number
        state = Mutex(.lent(copy))
    }

    func pixels() throws(MediaError) -> Bitmap {
        // Under the lock, so that the worker receives one request at a time, and none after the end.
        try state.withLock { (state) throws(MediaError) in
            switch state {
            case .copied(let bitmap): return bitmap
            case .failed(let error): throw error
            case .ended:
                throw MediaError(
                    .unsupported,
                    "Frame \(number) of the video was kept after the call that received it. Use the frame within that "
                        + "call, or copy its pixels there.")
            case .lent(let copy):
                do throws(MediaError) {
                    let bitmap = try copy()
                    state = .copied(bitmap)
                    return bitmap
                } catch {
                    state = .failed(error)
                    throw error
                }
            }
        }
    }

    /// Ends the access.
    package func end() {
        state.withLock { $0 = .ended }
    }
}
