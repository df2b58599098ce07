import BlobStore
import Foundation
import MediaRequests
import MediaTypes
import Records
import SystemCalls
import SystemPackage

extension Intake {
    /// Takes in the files of the assets that an app creates, and makes their bytes durable.
    ///
    /// - Returns: The creations by the UUIDs of their drafts.
    /// - Throws: `LibraryError`, `BlobStoreError` or `MediaError`. In that case, no bytes stay in the store.
    /// - Complexity: O(*n*) for *n* bytes.
    func take(_ drafts: [AssetDraft]) throws -> [String: AssetCreation] {
        let taken: [TakenDraft]
        do {
            taken = try drafts.map(take)
        } catch let failure as IntakeFailure {
            throw failure.libraryError
        }
        do {
            try commit(taken.flatMap(\.blobs))
            let now = library.now()
            let creations = try zip(drafts, taken).map { draft, taken in
                (draft.uuid, try AssetCreation(taken, of: draft, now: now))
            }
            return Dictionary(creations) { $1 }
        } catch {
            library.reclaim(taken.flatMap(\.blobs).map(\.digest))
            throw error
        }
    }

    private func take(_ draft: AssetDraft) throws -> TakenDraft {
        var files = try draft.parts.filter { $0.type != .adjustmentData }.map { try take($0, of: draft) }
        let given = AssetFiles(files)
        if let photo = given[.photo], let video = try motionVideo(of: photo) {
            let pairedVideo = given[.pairedVideo]
            if pairedVideo == nil {
                files.append(video)
            } else if pairedVideo?.blob.digest != video.blob.digest {
                try Self.checkPair(given)
            }
        } else {
            try Self.checkPair(given)
        }
        let documents = try draft.parts.filter { $0.type == .adjustmentData }.map(takeDocument)
        var taken = try TakenDraft(files, documents)
        if let edit = taken.edit { taken.edit?.playbackVariation = try playbackVariation(of: edit) }
        return taken
    }

    /// Takes in the document of an edit or the slow motion of a video. No worker is needed, because
    /// `AdjustmentDocument` reads it in Swift alone.
    private func takeDocument(_ part: AssetDraft.Part) throws -> TakenDocument {
        func take(_ source: IntakeSource, _ name: String) throws -> TakenDocument {
            guard let staging else { preconditionFailure("A dry run stages nothing.") }
            guard let data = try source.read(atMost: AdjustmentDocument.byteLimit),
                let document = AdjustmentDocument(parsing: data)
            else {
                throw LibraryError(
                    .invalidResource,
                    "\(source.label) has no adjustment data: a property list with the keys of an AAE file, and at most "
                        + "\(AdjustmentData.byteLimit) bytes of data.")
            }
            let isSlowMotion = SlowMotionAdjustment.slowMotion(in: data) != nil
            return TakenDocument(
                blob: try staging.stage(data), document: document, slowMotionFilename: isSlowMotion ? name : nil)
        }
        switch part.bytes {
        case .data(let data):
            let name = try Self.checked(part.originalFilename ?? AdjustmentDocument.filename)
            return try take(IntakeSource(bytes: .data(data), filename: name, label: name), name)
        case .file(let url):
            guard url.isFileURL else {
                throw LibraryError(.invalidResource, "\(url) isn't a file. Load it first, and add its data or a file.")
            }
            let name = try Self.checked(part.originalFilename ?? url.lastPathComponent)
            return try withFile(at: FilePath(url.path), named: name, followsLinks: !part.movesFile) { source in
                var taken = try take(source, name)
                if part.movesFile, case .file(let descriptor, let status) = source.bytes {
                    taken.movedFile = try MovedFile(at: url, descriptor, status, outside: library.folder)
                }
                return taken
            }
        }
    }

    private func take(_ part: AssetDraft.Part, of draft: AssetDraft) throws -> TakenFile {
        switch part.bytes {
        case .data(let data):
            let name = try part.originalFilename.map(Self.checked)
            let source = IntakeSource(
                bytes: .data(data), filename: name ?? Self.claimedName(part), label: name ?? "The data of a new asset")
            return try read(source) { try take($0, part, of: draft, name) }
        case .file(let url):
            guard url.isFileURL else {
                throw LibraryError(.invalidResource, "\(url) isn't a file. Load it first, and add its data or a file.")
            }
            let name = try Self.checked(part.originalFilename ?? url.lastPathComponent)
            // Moving removes the path. If it were a symbolic link, the file itself would stay.
            return try withFile(at: FilePath(url.path), named: name, followsLinks: !part.movesFile) { source in
                var file = try take(source, part, of: draft, name)
                if part.movesFile, case .file(let descriptor, let status) = source.bytes {
                    file.movedFile = try MovedFile(at: url, descriptor, status, outside: library.folder)
                }
                return file
            }
        }
    }

    private func take(
        _ source: IntakeSource, _ part: AssetDraft.Part, of draft: AssetDraft, _ name: String?
    ) throws -> TakenFile {
        let probe = try probe(source)
        let name = name ?? Self.madeName(of: draft, probe)
        guard (part.type.mediaType == .image) == (probe.kind == .image) else {
            throw LibraryError(
                .invalidResource,
                "\(name) is \(probe.kind == .image ? "a picture" : "a video"), so it cannot be the \(part.type) "
                    + "of an asset.")
        }
        return try stage(source, probe, as: part.type, named: name)
    }

    private static func checkPair(_ files: AssetFiles<TakenFile>) throws(LibraryError) {
        guard let video = files[.pairedVideo], let photo = files[.photo] else { return }
        guard photo.probe.isPaired(with: video.probe) else {
            throw LibraryError(
                .mismatchedPair,
                "\(photo.originalFilename) and \(video.originalFilename) aren't a Live Photo: they do not carry one "
                    + "content identifier (\(photo.probe.contentIdentifier ?? "none") and "
                    + "\(video.probe.contentIdentifier ?? "none")).")
        }
    }

    // MARK: Names

    private static let longestNameInBytes = 1_024

    private static func checked(_ name: String) throws -> String {
        guard !name.isEmpty, name.utf8.count <= longestNameInBytes, !name.utf8.contains(0) else {
            throw LibraryError(
                .invalidResource, "A file's name has 1 to \(longestNameInBytes) bytes, none of them zero.")
        }
        return name
    }

    private static func claimedName(_ part: AssetDraft.Part) -> String {
        part.uniformTypeIdentifier.flatMap { MediaType.declared(identifier: $0)?.preferredFilenameExtension }
            .map { "data.\($0)" } ?? "data"
    }

    /// Returns a name like a camera's for bytes without a name, with a number from the asset's UUID.
    private static func madeName(of draft: AssetDraft, _ probe: MediaProbe) -> String {
        let ending = MediaType.declared(identifier: probe.uniformTypeIdentifier)?.preferredFilenameExtension
        return "IMG_\(draft.uuid.prefix(8))" + (ending.map { ".\($0.uppercased())" } ?? "")
    }
}
