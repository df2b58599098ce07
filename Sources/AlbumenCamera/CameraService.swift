import CameraWire

/// Answers the requests of an import.
struct CameraService {
    let channel: CameraChannel
    private var camera: OpenCamera?
    private let context: DriverContext

    init(channel: CameraChannel) {
        self.channel = channel
        context = DriverContext { try? channel.send(CameraAnswer.working) }
    }

    /// - Throws: `CameraChannel.Failure` if the import has ended.
    mutating func answer(_ request: CameraRequest) throws(CameraChannel.Failure) {
        do {
            try perform(request)
        } catch let failure as CameraChannel.Failure {
            throw failure
        } catch let failure as CameraFailure {
            try channel.send(CameraAnswer.failure(explain(failure)))
        } catch {
            try channel.send(CameraAnswer.failure(CameraFailure(.failed, "\(error)")))
        }
    }

    /// Ends the session with the camera, so that it leaves the mode in which it's connected.
    mutating func close() {
        camera?.close()
        camera = nil
    }

    private mutating func perform(_ request: CameraRequest) throws {
        switch request {
        case .cameras:
            for camera in try ConnectedCameras(context).descriptions { try channel.send(CameraAnswer.camera(camera)) }
            try channel.send(CameraAnswer.end)
        case .open(let description, let streamedByteCount):
            close()
            let opened = try OpenCamera(description, context, streamedByteCount: streamedByteCount)
            camera = opened
            try channel.send(CameraAnswer.camera(opened.description))
        case .contents(let folder):
            try openCamera().forEachEntry(of: folder) { try channel.send($0) }
            try channel.send(CameraAnswer.end)
        case .read(let folder, let name, let byteCount, let offset):
            let bytes = try openCamera().read(folder, name, byteCount: byteCount, offset: offset)
            try bytes.withUnsafeBytes { try channel.send(CameraAnswer.bytes, bytes: $0) }
        }
    }

    private func openCamera() throws(CameraFailure) -> OpenCamera {
        guard let camera else { throw CameraFailure(.failed, "no camera is open") }
        return camera
    }

    /// Returns the failure, or that the camera is gone if it isn't connected any more.
    private func explain(_ failure: CameraFailure) -> CameraFailure {
        guard failure.kind == .failed, let camera,
            let connected = try? ConnectedCameras(context).descriptions,
            !connected.contains(where: { $0.port == camera.description.port })
        else { return failure }
        return CameraFailure(.gone, failure.reason)
    }
}
