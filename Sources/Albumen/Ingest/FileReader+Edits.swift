import BlobStore
import Foundation
import MediaRequests
import PhotoLibrary
import Records

extension FileReader {
    /// Reads a document beside an edited photo or video, and the digests of the edit's files that it names. Returns `nil`
    /// if it can't be read, or if it isn't the recipe of an edit.
    func editDocument(at source: ImportSource) throws -> (data: Data, fileDigests: Set<BlobDigest>)? {
        do {
            return try intake.withFile(source) { file in
                guard let data = try file.read(atMost: AdjustmentDocument.byteLimit),
                    SlowMotionAdjustment.slowMotion(in: data) == nil,
                    let document = AdjustmentDocument(parsing: data)
                else { return nil }
                return (data, document.fileDigests)
            }
        } catch is IntakeFailure {
            return nil
        }
    }

    /// Returns the digest of a file's bytes, or `nil` if it can't be read. Reads an unchanged file's digest from the
    /// result of an earlier import.
    func digest(of source: ImportSource, _ record: ImportedFileRecord?) throws -> BlobDigest? {
        if let record, source.isUnchanged(since: record), let digest = record.sha256 { return digest }
        do {
            return try intake.withFile(source) { try $0.digest() }
        } catch is IntakeFailure {
            return nil
        }
    }

    /// Reads the files of an edit. Several threads can call this at the same time.
    func read(_ files: EditFiles) throws -> Finding {
        guard let document = AdjustmentDocument(parsing: files.documentData) else { return .brokenEdit(files) }
        do {
            var made: Derivatives.Made?
            var renderings: [TakenFile] = []
            for source in files.renderings {
                let (file, derivatives) = try read(source, isBase: false, asVideoOfLivePhoto: !renderings.isEmpty)
                guard let file else { continue }
                renderings.append(file)
                made = made ?? derivatives
            }
            let bases = try files.bases.enumerated().compactMap { index, source in
                try read(source, isBase: true, asVideoOfLivePhoto: index > 0).file
            }
            guard let staging = intake.staging else { return .edit(files, nil) }
            let blob = try staging.stage(files.documentData)
            var edit = TakenEdit(
                document: TakenDocument(blob: blob, document: document), renderings: renderings, bases: bases,
                made: made)
            edit.playbackVariation = try intake.playbackVariation(of: edit)
            // The staged bytes aren't in the store yet.
            let healsLoss = try edit.blobs.contains(where: isLost)
            return .edit(files, EditArrival(edit: edit, files: files, healsLoss: healsLoss))
        } catch is IntakeFailure {
            return .brokenEdit(files)
        } catch is ChangedOnDisk {
            return .brokenEdit(files)
        }
    }

    /// A file doesn't have the bytes that its sender has stated.
    private struct ChangedOnDisk: Error {}

    /// Reads a photo or video of an edit. Returns no file in a dry run.
    private func read(
        _ source: ImportSource, isBase: Bool, asVideoOfLivePhoto: Bool
    ) throws -> (file: TakenFile?, made: Derivatives.Made?) {
        try intake.withFile(source) { file in
            let probe = try intake.probe(file)
            guard intake.staging != nil else { return (nil, nil) }
            let type: ResourceType =
                probe.kind == .image
                ? isBase ? .adjustmentBasePhoto : .fullSizePhoto
                : asVideoOfLivePhoto
                    ? isBase ? .adjustmentBasePairedVideo : .fullSizePairedVideo
                    : isBase ? .adjustmentBaseVideo : .fullSizeVideo
            var taken = try intake.stage(file, probe, as: type, named: source.name)
            guard hasStatedBytes(taken.blob.digest, source) else { throw ChangedOnDisk() }
            guard !isBase, !asVideoOfLivePhoto else { return (taken, nil) }
            let picture = try picture(file, taken)
            taken.probe.damage = probe.damage ?? picture.damage
            return (taken, picture.made)
        }
    }
}
