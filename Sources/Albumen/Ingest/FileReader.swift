import BlobStore
import Catalog
import Foundation
import MediaRequests
import PhotoLibrary
import Pixels
import Records

/// Reads one file for an import: determines its kind and whether the library has it, and stages its bytes.
struct FileReader {
    enum Finding {
        /// A new file. `made` contains the image's derivatives, which are stored after the asset is committed.
        case creation(AssetCreation, made: Derivatives.Made?)
        /// The library has the bytes.
        case known(BlobDigest)
        /// A file that a real run would import, in a dry run. `healsLoss` says whether the library had lost its bytes.
        case wouldCome(BlobDigest, damage: String?, healsLoss: Bool)
        /// The bytes are invalid. The next import refuses an unchanged file again.
        case refused(reason: String)
        /// The file can't be read now, because of a missing permission, a failing disk or a killed worker. It can
        /// succeed later.
        case unreadable(reason: String)
        case notMedia
        /// An AAE file with the slow motion of the video beside it. `nil` in a dry run, which stages nothing.
        case adjustment(AdjustmentFile?)
        /// An AAE file of an edit without a rendering, which an import ignores.
        case ignoredAdjustment
        /// The files of an edit. The arrival is `nil` in a dry run.
        case edit(EditFiles, EditArrival?)
        /// The files of an edit of which one can't be read. They are imported one by one instead.
        case brokenEdit(EditFiles)
    }

    let intake: Intake
    let makesDerivatives: Bool
    /// Collects the images that take long to decode. They are decoded when all files are in the library.
    let slowPictures: SlowIntake
    /// The digests that the files' senders have stated, by path.
    var statedDigests: [String: BlobDigest] = [:]

    private var library: Library { intake.library }

    /// Reads a file. Several threads can call this at the same time.
    ///
    /// - Parameter skipsLookUp: Whether to stage the bytes even if the catalog seems to know them.
    /// - Complexity: O(*n*) for *n* bytes: one pass, or two if the library has a file of the same size.
    func read(_ source: ImportSource, skipsLookUp: Bool = false) throws -> Finding {
        do {
            return try intake.withFile(source) { file in
                if IngestRules.isAdjustment(source.name) { return try readAdjustment(file, from: source) }
                let known = skipsLookUp ? nil : try knownDigest(file)
                if let known, !known.isLost {
                    return hasStatedBytes(known.digest, source) ? .known(known.digest) : Self.changedOnDisk
                }
                let probe = try intake.probe(file)
                guard intake.staging != nil else {
                    return .wouldCome(try file.digest(), damage: probe.damage, healsLoss: known != nil)
                }
                var taken = try intake.stage(file, probe, named: source.name)
                guard hasStatedBytes(taken.blob.digest, source) else { return Self.changedOnDisk }
                let picture = try picture(file, taken)
                taken.probe.damage = probe.damage ?? picture.damage
                var creation = AssetCreation(
                    taken, motionVideo: try intake.motionVideo(of: taken), from: source, now: library.now())
                creation.placeholder = picture.made?.placeholder
                creation.healsLoss = known != nil
                return .creation(creation, made: picture.made)
            }
        } catch let failure as IntakeFailure {
            return failure.finding(filename: source.name)
        }
    }

    private static let changedOnDisk = Finding.unreadable(
        reason:
            "its bytes have changed on the library's disk since they arrived. Add the file again, and check the disk")

    /// Returns whether a digest is the one that the file's sender has stated, or whether none was stated.
    func hasStatedBytes(_ digest: BlobDigest, _ source: ImportSource) -> Bool {
        statedDigests[source.path] ?? digest == digest
    }

    private func readAdjustment(_ file: IntakeSource, from source: ImportSource) throws -> Finding {
        guard let data = try file.read(atMost: SlowMotionAdjustment.byteLimit),
            SlowMotionAdjustment.slowMotion(in: data) != nil
        else { return .ignoredAdjustment }
        // Stages the bytes that were read, because the file may change meanwhile.
        let staged = try intake.staging.map { try $0.stage(data) }
        return .adjustment(staged.map { AdjustmentFile(blob: $0, source: source) })
    }

    /// Decodes the image for its derivatives. An image that can't be decoded is imported and marked as damaged.
    func picture(
        _ file: IntakeSource, _ taken: TakenFile
    ) throws -> (made: Derivatives.Made?, damage: String?) {
        let probe = taken.probe
        // The video of a Live Photo is seldom seen by itself.
        guard makesDerivatives, probe.kind == .image || probe.contentIdentifier == nil else { return (nil, nil) }
        let source = PictureSource(
            digest: taken.blob.digest, filename: taken.originalFilename,
            uniformTypeIdentifier: probe.uniformTypeIdentifier,
            size: PixelSize(width: probe.pixelWidth, height: probe.pixelHeight), assetUUID: "")
        guard source.estimatedLane == .quick else {
            slowPictures.add(source)
            return (nil, nil)
        }
        do {
            let made = try intake.decode(file, taken, lane: .quick)
            return (made, made?.damage)
        } catch let error as MediaError where error.code == .takesLong {
            slowPictures.add(source)
            return (nil, nil)
        } catch let error as MediaError {
            let isFileAtFault = error.code == .unreadable && file.isUnchanged
            return (nil, isFileAtFault ? error.message : nil)
        } catch is PictureCodingError {
            return (nil, nil)
        }
    }

    /// Returns the digest of bytes that a row names, and whether the library has lost them. Imports lost bytes again.
    private func knownDigest(_ file: IntakeSource) throws -> (digest: BlobDigest, isLost: Bool)? {
        guard file.size > 0, try library.catalog.read({ try $0.hasResource(ofSize: file.size) }) else { return nil }
        let digest = try file.digest()
        guard try library.catalog.read({ try $0.resource(sha256: digest) }) != nil else { return nil }
        return (digest, try !library.originals.keeps(digest, byteCount: file.size))
    }

    /// Returns whether a row names these bytes and the library has lost them.
    func isLost(_ blob: StagedBlob) throws -> Bool {
        try library.catalog.read { try $0.resource(sha256: blob.digest) } != nil
            && !library.originals.keeps(blob.digest, byteCount: blob.size)
    }
}
