internal import Synchronization

/// The files of a camera, for several threads. A camera does one thing at a time, so they wait for each other.
final class CameraFiles: RemoteFiles {

    private let device: any CameraDevice
    private let sizes: [String: Int64]
    private let turn = Mutex(())

    /// - Parameter sizes: The sizes of the files, by their paths.
    init(_ device: any CameraDevice, sizes: [String: Int64]) {
        self.device = device
        self.sizes = sizes
    }

    func read(_ identifier: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        guard let path = CameraPath(identifier), let size = sizes[identifier] else {
            throw SourceError(.unreadable, "“\(identifier)” isn't a file of the camera.")
        }
        try turn.withLock { _ in try device.read(path, byteCount: size, body) }
    }

    func close() { turn.withLock { _ in device.close() } }
}
