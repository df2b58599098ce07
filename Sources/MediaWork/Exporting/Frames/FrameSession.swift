import CAlbumenSystem
import Foundation
import MediaRequests
import Pixels
import Synchronization
import SystemCalls
import SystemPackage

/// The host's side of an editing session. One thread calls it, except for the copies of a frame's pixels, which any
/// thread can request while `FrameEditing.process` runs.
final class FrameSession: Sendable {
    private struct State {
        var last: FrameDescription?
        /// The graph that the worker has.
        var sent: SentGraph?
        /// The memory in which the worker writes pixels, and its size.
        var memory: (descriptor: Int32, byteCount: Int)?
    }

    private let editing: FrameEditing
    private let dialog: ExportDialog
    private let state = Mutex(State())

    init(_ editing: FrameEditing, _ dialog: ExportDialog) {
        self.editing = editing
        self.dialog = dialog
    }

    deinit {
        state.withLock { if let memory = $0.memory { close(memory.descriptor) } }
    }

    /// Calls the closure with a frame, and sends its graph.
    ///
    /// - Throws: The closure's error, or the session's.
    func process(_ description: FrameDescription) throws {
        let isPlausible = state.withLock { state in
            defer { state.last = description }
            return description.isPlausible(after: state.last)
        }
        guard isPlausible else {
            throw MediaError(.protocolViolation, "The export's process sent an impossible frame.")
        }
        let loan = FrameLoan(number: description.number) { [self] () throws(MediaError) in
            try copyPixels(of: description.size)
        }
        let frame = EditedFrame(
            number: description.number, time: description.time, size: description.size, loan: loan)
        let graph: FrameGraph
        do {
            defer { loan.end() }
            graph = try editing.process(frame)
        } catch {
            // If the worker has ended, the closure's error is only the result.
            try dialog.checkFailure()
            throw error
        }
        try send(graph, for: frame)
        // The time of the closure isn't the worker's.
        dialog.restartPatience()
    }

    private func send(_ graph: FrameGraph, for frame: EditedFrame) throws(MediaError) {
        guard case .graph(let graph, let sources) = graph else {
            return try dialog.send(.frame(.unchanged), descriptors: [])
        }
        let message = try SentGraph(graph, sources, for: frame, size: editing.renderSize ?? frame.size)
        let previous = state.withLock { $0.sent }
        if let previous, message.equals(previous) {
            return try dialog.send(.frame(.repeated), descriptors: [])
        }
        try message.withDescriptors(besides: previous) { answer, descriptors throws(MediaError) in
            try dialog.send(.frame(answer), descriptors: descriptors)
        }
        // Keeps the sources, so that equal addresses are equal sources.
        state.withLock { $0.sent = message }
    }

    private func copyPixels(of size: PixelSize) throws(MediaError) -> Bitmap {
        let byteCount = size.width * size.height * Bitmap.bytesPerPixel
        let descriptor = try memory(byteCount: byteCount)
        try dialog.send(.framePixels, descriptors: [descriptor])
        guard case .framePixels = try dialog.nextAnswer() else {
            throw MediaError(.protocolViolation, "The export's process sent an impossible answer.")
        }
        dialog.restartPatience()
        // A copy, because the worker can write to the memory until the session ends. It's never larger than this.
        return try Bitmap(width: size.width, height: size.height, hasAlpha: false, isCleared: false) {
            pixels throws(MediaError) in
            var done = 0
            while done < pixels.count {
                let count = pread(descriptor, pixels.baseAddress! + done, pixels.count - done, off_t(done))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    throw MediaError(.exhausted, "The pixels of a frame can't be read: \(Errno.current).")
                }
                done += count
            }
        }
    }

    /// Returns the memory for pixels, which all frames of a session share. So a worker can't keep more of it.
    private func memory(byteCount: Int) throws(MediaError) -> Int32 {
        try state.withLock { (state) throws(MediaError) in
            if let memory = state.memory, memory.byteCount == byteCount { return memory.descriptor }
            let made = try SharedMemory.make(byteCount: byteCount)
            if let memory = state.memory { close(memory.descriptor) }
            state.memory = (made, byteCount)
            return made
        }
    }
}
