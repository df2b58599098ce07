import BlobStore
import Catalog
import Foundation
import MediaWork
import Pixels
import SystemCalls
import SystemPackage

/// Reads one file for an import: what it is, whether it is known, and its bytes into staging.
struct FileIntake {
    enum Finding {
        /// `made`: the picture's stored sizes, to be kept once the asset is.
        case creation(AssetCreation, made: Derivatives.Made?)
        /// The bytes are in the library.
        case known(BlobDigest)
        /// A dry run's answer for a file that would come in.
        case wouldCome(BlobDigest, damage: String?)
        /// What the bytes are decides: a file that stays as it is will be refused again.
        case refused(reason: String)
        /// The moment decides: no permission, a disk that fails, a worker that was killed.
        case unreadable(reason: String)
        case notMedia
    }

    let library: Library
    let workers: WorkerPool
    /// Nil in a dry run.
    let intake: (any BlobIntake)?
    let makesDerivatives: Bool
    /// Collects the pictures that take long, which are made when all files are in the library.
    let slowPictures: SlowIntake

    /// Costs one pass over the file's bytes, two where a file of the same size is known. May be called from several
    /// threads at once.
    ///
    /// - Parameter skipsLookUp: take the bytes in even if the catalog seems to know them.
    func read(_ source: ImportSource, skipsLookUp: Bool = false) throws -> Finding {
        let descriptor = source.location.withPlatformString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else {
            return .unreadable(reason: "the file cannot be opened: \(Errno.current)")
        }
        defer { close(descriptor) }
        do {
            if !skipsLookUp, let digest = try knownDigest(descriptor, source) { return .known(digest) }
            let probe = try probe(descriptor, source)
            guard let intake else {
                return .wouldCome(try BlobDigest(hashing: descriptor, named: source.path), damage: probe.damage)
            }
            guard try library.blobs.hasRoom(for: source.size) else {
                return .unreadable(reason: "there is no room in the library for its \(source.size) bytes")
            }
            let blob = try intake.stage(descriptor: descriptor, named: source.path)
            let picture = try picture(descriptor, probe, blob, source)
            var facts = AssetFacts(
                probe: probe, filename: source.name, fileDate: source.modificationDate, now: library.now())
            facts.probe.damage = probe.damage ?? picture.damage
            var creation = AssetCreation(blob: blob, originalFilename: source.name, facts: facts, source: source)
            creation.placeholder = picture.made?.placeholder
            return .creation(creation, made: picture.made)
        } catch let error as MediaError {
            return try finding(for: error, source)
        } catch let error as BlobStoreError where error.code == .sourceUnreadable || error.code == .sourceChanged {
            return .unreadable(reason: error.message)
        }
    }

    /// A picture that cannot be decoded is no reason to leave the file out: it is marked as damaged.
    private func picture(
        _ descriptor: Int32, _ probe: MediaProbe, _ blob: StagedBlob, _ source: ImportSource
    ) throws -> (made: Derivatives.Made?, damage: String?) {
        // The video of a Live Photo is seldom seen by itself.
        guard makesDerivatives, probe.kind == .image || probe.contentIdentifier == nil else { return (nil, nil) }
        let pictureSource = PictureSource(
            digest: blob.digest, filename: source.name, uniformTypeIdentifier: probe.uniformTypeIdentifier,
            size: PixelSize(width: probe.pixelWidth, height: probe.pixelHeight), assetUUID: "")
        guard pictureSource.estimatedLane == .quick else {
            slowPictures.add(pictureSource)
            return (nil, nil)
        }
        do {
            let request = RenderRequest(filename: source.name, sizes: Derivatives.sizes)
            let memory = FaultMemory(of: blob.digest, FaultMemory.Purpose(request), in: library, workers)
            let rendering = try memory.guarding {
                try workers.render(descriptor: descriptor, request, lane: .quick)
            }
            // Pictures of other bytes than those staged would stand under their hash for good.
            guard source.isUnchanged(descriptor) else { return (nil, nil) }
            return (try Derivatives.encode(rendering, of: blob.digest), rendering.damage)
        } catch let error as MediaError where error.code == .takesLong {
            slowPictures.add(pictureSource)
            return (nil, nil)
        } catch let error as MediaError {
            let isFileAtFault = error.code == .unreadable && source.isUnchanged(descriptor)
            return (nil, isFileAtFault ? error.message : nil)
        } catch is PictureCodingError {
            return (nil, nil)
        }
    }

    /// What the file is. A file that ended or occupied the worker of an earlier import is not given to another.
    private func probe(_ descriptor: Int32, _ source: ImportSource) throws -> MediaProbe {
        let purpose = FaultMemory.Purpose.probe
        // Only then is it worth reading the file once more for its digest.
        if try library.derivatives.hasFault(ofSize: source.size, purpose: purpose.rawValue) {
            let digest = try BlobDigest(hashing: descriptor, named: source.path)
            if let fault = try FaultMemory(of: digest, purpose, in: library, workers).knownFault() { throw fault }
        }
        do {
            return try workers.probe(descriptor: descriptor, filename: source.name)
        } catch {
            // A dry run changes nothing.
            if error.isFaultOfFile, intake != nil, source.isUnchanged(descriptor) {
                let digest = try BlobDigest(hashing: descriptor, named: source.path)
                FaultMemory(of: digest, purpose, in: library, workers).remember(error, byteCount: source.size)
            }
            throw error
        }
    }

    private func knownDigest(_ descriptor: Int32, _ source: ImportSource) throws -> BlobDigest? {
        guard source.size > 0, try library.catalog.read({ try $0.hasResource(ofSize: source.size) }) else { return nil }
        let digest = try BlobDigest(hashing: descriptor, named: source.path)
        guard try library.catalog.read({ try $0.resource(sha256: digest.data) }) != nil else { return nil }
        // Bytes that the library has lost, or lost a part of, come in again.
        return try library.blobs.size(of: digest) == source.size ? digest : nil
    }

    /// The file's fault becomes a finding, the library's stops the import.
    private func finding(for error: MediaError, _ source: ImportSource) throws -> Finding {
        switch error.code {
        case .notMedia where !IngestRules.isMediaName(source.name): .notMedia
        case .notMedia, .unreadable, .limitExceeded, .unsupported, .encrypted, .noPreview:
            .refused(reason: error.message)
        case .workerCrashed, .forbidden, .timedOut, .takesLong, .protocolViolation, .exhausted:
            .unreadable(reason: error.message)
        case .workerMissing, .sandboxIncomplete, .cancelled: throw error
        }
    }
}
