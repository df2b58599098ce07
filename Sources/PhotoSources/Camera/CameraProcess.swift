package import CameraWire
internal import Synchronization
package import SystemPackage

/// A camera that the program `albumen-camera` reads. If the program crashes or hangs over a file, that file can't be
/// read, and the program is started again for the next one.
package final class CameraProcess: CameraDevice {
    /// The file name of the program.
    package static let programName = "albumen-camera"
    /// Files of at least this size are read in parts, so that the temporary folder doesn't have to hold them.
    package static let streamedByteCount: Int64 = 64 << 20

    private static let cameraLimit = 64

    private struct State {
        var program: CameraProgram?
        var description: CameraDescription
        var restartCount = 0
        /// Why the device can't be used any more.
        var end: SourceError?
    }

    private let path: FilePath
    private let patience: CameraPatience
    private let streamedByteCount: Int64
    private let state: Mutex<State>

    /// Opens a camera.
    ///
    /// - Parameter program: The path of `albumen-camera`.
    /// - Throws: `SourceError`.
    package init(
        _ description: CameraDescription, program: FilePath, patience: CameraPatience = CameraPatience(),
        streamedByteCount: Int64 = CameraProcess.streamedByteCount
    ) throws {
        path = program
        self.patience = patience
        self.streamedByteCount = streamedByteCount
        let (process, opened) = try Self.open(description, program, patience, streamedByteCount)
        state = Mutex(State(program: process, description: opened))
    }

    /// Returns the connected cameras. Opens none of them.
    ///
    /// - Throws: `SourceError`.
    package static func cameras(
        program: FilePath, patience: CameraPatience = CameraPatience()
    ) throws -> [CameraDescription] {
        let process = try CameraProgram(program)
        var cameras: [CameraDescription] = []
        do {
            let deadline = ContinuousClock.now + patience.work
            try process.send(.cameras, by: min(deadline, .now + patience.silence))
            while true {
                switch try process.receive(silence: patience.silence, by: deadline).head {
                case .camera(let camera):
                    guard cameras.count < cameraLimit else {
                        throw CameraChannel.Failure.malformed("it lists too many cameras")
                    }
                    cameras.append(camera.printable)
                case .end: return cameras
                case .failure(let failure): throw SourceError(failure, camera: "The camera")
                default: throw CameraChannel.Failure.malformed("its answer doesn't fit")
                }
            }
        } catch let failure as CameraChannel.Failure {
            process.kill()
            throw SourceError(program: failure, doing: "the cameras were listed")
        }
    }

    package var description: CameraDescription { state.withLock { $0.description } }

    package func close() {
        state.withLock { state in
            state.program = nil
            state.end = SourceError(.busy, "\(state.description.model) is closed.")
        }
    }

    package func forEachEntry(of folder: String, _ body: (CameraEntry) throws -> Bool) throws {
        let deadline = ContinuousClock.now + patience.work
        try perform("the folder \(folder) was listed") { program, camera in
            try program.send(.contents(folder: folder), by: min(deadline, .now + patience.silence))
            while true {
                let entry: CameraEntry
                switch try program.receive(silence: patience.silence, by: deadline).head {
                case .folder(let name): entry = .folder(name)
                case .file(let file): entry = .file(file)
                case .unusable(let name, let reason): entry = .unusable(name: name, reason: reason)
                case .end: return
                case .failure(let failure): throw SourceError(failure, camera: camera, path: folder)
                default: throw CameraChannel.Failure.malformed("its answer doesn't fit")
                }
                guard try body(entry) else { throw Abandoned() }
            }
        }
    }

    package func read(
        _ path: CameraPath, byteCount: Int64, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let deadline = ContinuousClock.now + patience.time(forBytes: byteCount)
        try perform("\(path) was read") { program, camera in
            var offset: Int64 = 0
            while true {
                let request = CameraRequest.read(
                    folder: path.folder, name: path.name, byteCount: byteCount, offset: offset)
                try program.send(request, by: min(deadline, .now + patience.silence))
                let answer = try program.receive(silence: patience.silence, by: deadline)
                switch answer.head {
                case .bytes: break
                case .failure(let failure): throw SourceError(failure, camera: camera, path: path.description)
                default: throw CameraChannel.Failure.malformed("its answer doesn't fit")
                }
                if answer.bytes.isEmpty { return }
                offset += Int64(answer.bytes.count)
                try answer.bytes.withUnsafeBytes(body)
                // Asks once more at the end, so that a file that has grown is noticed.
                guard offset <= byteCount else { return }
            }
        }
    }

    /// The rest of an answer isn't wanted.
    private struct Abandoned: Error {}

    /// Makes a request. Starts the program if it ended before.
    ///
    /// - Parameter doing: When the program ended, for people.
    private func perform(_ doing: String, _ request: (CameraProgram, String) throws -> Void) throws {
        let (program, camera) = try state.withLock { state in
            (try startedProgram(&state), state.description.model)
        }
        do {
            try request(program, camera)
        } catch let failure as CameraChannel.Failure {
            stop(program)
            throw SourceError(program: failure, doing: doing)
        } catch is Abandoned {
            stop(program, counts: false)
        } catch let error as SourceError {
            if error.code == .busy { state.withLock { $0.end = error } }
            throw error
        }
    }

    private func startedProgram(_ state: inout State) throws -> CameraProgram {
        if let end = state.end { throw end }
        if let program = state.program { return program }
        do {
            guard state.restartCount <= patience.restartLimit else {
                throw SourceError(
                    .busy,
                    "\(state.description.model) stopped working several times. Disconnect it, turn it off and on, "
                        + "and import again.")
            }
            let (program, _) = try Self.open(state.description, path, patience, streamedByteCount)
            state.program = program
            return program
        } catch let error as SourceError {
            let end = SourceError(.busy, error.message)
            state.end = end
            throw end
        }
    }

    /// - Parameter counts: Whether the program failed.
    private func stop(_ program: CameraProgram, counts: Bool = true) {
        program.kill()
        state.withLock { state in
            guard state.program === program else { return }
            state.program = nil
            if counts { state.restartCount += 1 }
        }
    }

    private static func open(
        _ description: CameraDescription, _ path: FilePath, _ patience: CameraPatience, _ streamedByteCount: Int64
    ) throws -> (CameraProgram, CameraDescription) {
        let program = try CameraProgram(path)
        do {
            let deadline = ContinuousClock.now + patience.work
            try program.send(.open(description, streamedByteCount: streamedByteCount), by: deadline)
            switch try program.receive(silence: patience.silence, by: deadline).head {
            case .camera(let opened): return (program, opened.printable)
            case .failure(let failure): throw SourceError(failure, camera: description.model)
            default: throw CameraChannel.Failure.malformed("its answer doesn't fit")
            }
        } catch let failure as CameraChannel.Failure {
            program.kill()
            throw SourceError(program: failure, doing: "\(description.model) was opened")
        }
    }
}

extension CameraDescription {
    /// The description without control characters, which a device can contain.
    fileprivate var printable: CameraDescription {
        CameraDescription(
            model: CameraName.printable(model), port: CameraName.printable(port),
            serialNumber: serialNumber.map { CameraName.printable($0) })
    }
}
