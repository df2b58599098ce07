import Foundation
package import MediaRequests

/// The functions of a worker that read and write samples. Each runs one session and returns its last answer.
package struct SampleHandlers {
    /// Reads samples of the file behind the first descriptor into the memory behind the second one.
    package typealias Read = (SampleReading, _ file: Int32, _ memory: Int32, SampleExchange) -> MediaReply
    /// Writes a movie to the file behind a descriptor.
    package typealias Write = (MovieWriting, _ file: Int32, SampleExchange) -> MediaReply

    package var read: Read
    package var write: Write

    package init(read: @escaping Read, write: @escaping Write) {
        self.read = read
        self.write = write
    }
}

/// The worker's side of a session that reads or writes samples. Only one thread can use it.
package final class SampleExchange {
    private let channel: MessageChannel
    private let number: Int
    private let timeLimitInSeconds: UInt32

    /// - Parameters:
    ///   - number: The number of the session's request.
    ///   - timeLimitInSeconds: The longest time without a message to the host, while the worker computes.
    init(_ channel: MessageChannel, number: Int, timeLimitInSeconds: UInt32) {
        self.channel = channel
        self.number = number
        self.timeLimitInSeconds = timeLimitInSeconds
        alarm(timeLimitInSeconds)
    }

    /// Waits for the next message, which can take any time. Ends the process if the host is gone.
    ///
    /// - Returns: The message with its descriptor, which the caller must close.
    package func next() -> (request: SampleRequest, memory: Int32?) {
        alarm(0)
        defer { alarm(timeLimitInSeconds) }
        do {
            let (request, descriptors) = try channel.receive(Numbered<MediaRequest>.self, descriptorLimit: 1)
            guard request.number == number, case .samples(let message) = request.message else { _exit(1) }
            return (message, descriptors.first)
        } catch {
            // The client has ended the session.
            _exit(0)
        }
    }

    package func reply(_ reply: MediaReply) {
        do {
            try channel.send(Numbered(number: number, message: reply))
        } catch {
            _exit(1)
        }
    }
}
