import BlobStore
import Catalog
import Foundation
import MediaTypes
import MediaWork
import Records

/// Takes the files of drafts into the library's store before the write lock is taken, and judges what they are.
///
/// Used from one thread.
final class DraftIntake {
    /// A draft whose bytes are durable.
    struct Prepared {
        struct Part {
            var type: ResourceType
            var blob: StagedBlob
            var originalFilename: String
            var probe: MediaProbe
            /// When the file was last changed; nil for bytes.
            var fileDate: Date?
            /// The file to remove once the asset is there.
            var movedFile: MovedFile?
        }

        var draft: AssetDraft
        var parts: [Part]

        /// The part that the asset is shown by.
        var primary: Part? { parts.first { $0.type == .photo || $0.type == .video } }
    }

    private let library: Library
    private let workers: WorkerPool
    private let intake: any BlobIntake
    private var blobs: [StagedBlob] = []

    init(of library: Library) throws {
        self.library = library
        workers = try library.workers()
        intake = try library.blobs.makeIntake()
    }

    /// Costs a pass over each file's bytes. What is prepared stays until `finish`.
    func prepare(_ drafts: [AssetDraft]) throws -> [String: Prepared] {
        var prepared: [String: Prepared] = [:]
        for draft in drafts {
            let parts = try draft.parts.map { try prepare($0, of: draft) }
            try Self.checkPair(parts)
            prepared[draft.uuid] = Prepared(draft: draft, parts: parts)
        }
        try intake.commit(blobs)
        return prepared
    }

    /// Puts bytes back that a purge removed since. The write lock must be held.
    func restore(_ blob: StagedBlob) throws {
        _ = try intake.restore(blob)
    }

    func finish() {
        intake.release(blobs)
        intake.finish()
    }

    /// The hashes of all that was taken in.
    var hashes: [Data] { blobs.map(\.digest.data) }

    // MARK: Parts

    private func prepare(_ part: AssetDraft.Part, of draft: AssetDraft) throws -> Prepared.Part {
        switch part.bytes {
        case .data(let data):
            let name = try part.originalFilename.map(Self.checked)
            let probe = try judging(name ?? "The data of a new asset") {
                try workers.probe(data, filename: name ?? Self.claimedName(part))
            }
            try library.blobs.requireRoom(for: Int64(data.count))
            return try finish(part, of: draft, probe, try intake.stage(data), name: name, fileDate: nil)
        case .file(let url):
            let name = try Self.checked(part.originalFilename ?? url.lastPathComponent)
            return try withDescriptor(url, part) { descriptor, status in
                let probe = try judging(url.path) { try workers.probe(descriptor: descriptor, filename: name) }
                try library.blobs.requireRoom(for: status.size)
                let blob = try intake.stage(descriptor: descriptor, named: url.path)
                let moved = part.movesFile ? try MovedFile(at: url, status, outside: library.folder) : nil
                let date = Date(timeIntervalSince1970: Double(status.modificationTime) / 1_000_000_000)
                var prepared = try finish(part, of: draft, probe, blob, name: name, fileDate: date)
                prepared.movedFile = moved
                return prepared
            }
        }
    }

    private func finish(
        _ part: AssetDraft.Part, of draft: AssetDraft, _ probe: MediaProbe, _ blob: StagedBlob, name: String?,
        fileDate: Date?
    ) throws -> Prepared.Part {
        blobs.append(blob)
        let name = name ?? Self.madeName(of: draft, probe)
        guard part.type.isPicture == (probe.kind == .image) else {
            throw LibraryError(
                .invalidResource,
                "\(name) is \(probe.kind == .image ? "a picture" : "a video"), so it cannot be the \(part.type) "
                    + "of an asset.")
        }
        return Prepared.Part(
            type: part.type, blob: blob, originalFilename: name, probe: probe, fileDate: fileDate)
    }

    private func withDescriptor(
        _ url: URL, _ part: AssetDraft.Part, _ body: (Int32, FileStatus) throws -> Prepared.Part
    ) throws -> Prepared.Part {
        guard url.isFileURL else {
            throw LibraryError(.invalidResource, "\(url) is no file. Load it first, and add its data or a file.")
        }
        // What is moved is the file itself: of a link, the file it leads to would stay.
        let following = part.movesFile ? O_NOFOLLOW : 0
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | following)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw LibraryError(
                errno == ENOENT ? .missingResource : .invalidResource, "\(url.path) cannot be opened: \(reason).")
        }
        defer { close(descriptor) }
        guard let status = FileStatus(descriptor: descriptor), status.isRegularFile else {
            throw LibraryError(.invalidResource, "\(url.path) is no regular file.")
        }
        return try body(descriptor, status)
    }

    /// The file's fault is told with its name, the library's as it is.
    private func judging(_ name: String, _ body: () throws -> MediaProbe) throws -> MediaProbe {
        do {
            return try body()
        } catch let error as MediaError {
            switch error.code {
            case .notMedia, .unreadable, .unsupported, .limitExceeded, .noPreview, .workerCrashed, .forbidden:
                throw LibraryError(.invalidResource, "\(name) is no photo or video: \(error.message)")
            case .encrypted:
                throw LibraryError(.invalidResource, "\(name): \(error.message)")
            case .workerMissing, .sandboxIncomplete, .timedOut, .takesLong, .cancelled, .protocolViolation, .exhausted:
                throw error
            }
        }
    }

    private static func checkPair(_ parts: [Prepared.Part]) throws {
        guard let video = parts.first(where: { $0.type == .pairedVideo }),
            let photo = parts.first(where: { $0.type == .photo })
        else { return }
        guard let identifier = photo.probe.contentIdentifier, identifier == video.probe.contentIdentifier else {
            throw LibraryError(
                .mismatchedPair,
                "\(photo.originalFilename) and \(video.originalFilename) are no Live Photo: they do not carry one "
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

    /// For bytes without a name: as a camera's, with a number of its own.
    private static func madeName(of draft: AssetDraft, _ probe: MediaProbe) -> String {
        let ending = MediaType.declared(identifier: probe.uniformTypeIdentifier)?.preferredFilenameExtension
        return "IMG_\(draft.uuid.prefix(8))" + (ending.map { ".\($0.uppercased())" } ?? "")
    }
}

extension ResourceType {
    fileprivate var isPicture: Bool { self == .photo || self == .alternatePhoto }
}
