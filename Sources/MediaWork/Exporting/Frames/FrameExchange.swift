import Foundation
package import MediaRequests

/// The worker's side of an editing session. Only one thread can use it.
package final class FrameExchange {
    package let settings: FrameSettings
    private let channel: MessageChannel
    private let number: Int
    private let timeLimitInSeconds: UInt32

    /// - Parameters:
    ///   - number: The number of the export's request.
    ///   - timeLimitInSeconds: The longest time without a message to the host, while the worker computes.
    init(_ settings: FrameSettings, _ channel: MessageChannel, number: Int, timeLimitInSeconds: UInt32) {
        self.settings = settings
        self.channel = channel
        self.number = number
        self.timeLimitInSeconds = timeLimitInSeconds
    }

    /// Sends a frame to the host, which then calls its closure. Returns at once.
    package func announce(_ frame: FrameDescription) {
        alarm(timeLimitInSeconds)
        send(.editedFrame(frame))
    }

    /// Waits for the answer to the announced frame. Ends the process if the host is gone.
    ///
    /// - Parameter writePixels: Writes the frame's pixels to the start of the memory behind a descriptor.
    /// - Returns: The answer with its descriptors, which the caller must close.
    package func answer(
        _ writePixels: (Int32) throws(MediaError) -> Void
    ) throws(MediaError) -> (answer: FrameAnswer, descriptors: [Int32]) {
        while true {
            // The host's closure can take any time. The kernel closes the socket when the host ends.
            alarm(0)
            let (message, descriptors) = receive()
            alarm(timeLimitInSeconds)
            switch message {
            case .frame(let answer): return (answer, descriptors)
            case .framePixels where descriptors.count == 1:
                defer { close(descriptors[0]) }
                try writePixels(descriptors[0])
                send(.framePixels)
            default: _exit(1)
            }
        }
    }

    private func receive() -> (MediaRequest, [Int32]) {
        do {
            let (request, descriptors) = try channel.receive(
                Numbered<MediaRequest>.self, descriptorLimit: WorkerService.descriptorLimit)
            guard request.number == number else { _exit(1) }
            return (request.message, descriptors)
        } catch {
            _exit(1)
        }
    }

    private func send(_ reply: MediaReply) {
        do {
            try channel.send(Numbered(number: number, message: reply))
        } catch {
            _exit(1)
        }
    }
}
