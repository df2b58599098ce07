import BlobStore
import Foundation
package import MediaRequests
import MediaTypes
import MediaWork
import Pixels
import Records
import SystemPackage

/// Takes in the files of an app's edits.
extension Intake {
    /// The types of files that an app can render an edit to.
    private static let acceptedTypes: [ResourceType: [String]] = [
        .fullSizePhoto: ["public.jpeg", "public.heic"],
        .fullSizeVideo: ["com.apple.quicktime-movie"],
        .fullSizePairedVideo: ["com.apple.quicktime-movie"],
    ]

    /// Takes in the renderings and the document of an edit, and makes their bytes durable. Decodes a photo once, which
    /// finds truncated files and makes its derivatives.
    ///
    /// - Parameters:
    ///   - editor: The app that made the edit, or `nil` for the owner.
    ///   - present: The digests of the asset's files before the edit.
    ///   - original: The asset's chosen original.
    /// - Throws: `LibraryError`, `BlobStoreError` or `MediaError`. In that case, no bytes stay in the store.
    /// - Complexity: O(*n*) for *n* bytes.
    func take(
        _ edit: AssetEdit, by editor: String?, of present: Set<BlobDigest>, _ original: OriginalChoice
    ) throws -> TakenEdit {
        guard let staging else { preconditionFailure("A dry run stages nothing.") }
        var made: Derivatives.Made?
        var renderings: [TakenFile] = []
        do {
            for rendering in edit.renderings {
                let (file, derivatives) = try take(rendering)
                renderings.append(file)
                made = derivatives ?? made
            }
        } catch let failure as IntakeFailure {
            throw failure.libraryError
        }
        var document = AdjustmentDocument(edit.adjustment, timestamp: library.now(), editor: editor)
        document.usesRAW = original == .raw
        document.fileDigests = present.union(renderings.map(\.blob.digest))
        let blob = try staging.stage(try document.encoded())
        let taken = TakenEdit(
            document: TakenDocument(blob: blob, document: document), renderings: renderings, made: made)
        do {
            try commit(taken.blobs)
        } catch {
            library.reclaim(taken.blobs.map(\.digest))
            throw error
        }
        return taken
    }

    private func take(_ rendering: EditRendering) throws -> (file: TakenFile, made: Derivatives.Made?) {
        guard rendering.file.isFileURL else {
            throw LibraryError(.invalidResource, "\(rendering.file) isn't a file URL. Write the rendering to a file.")
        }
        let path = FilePath(rendering.file.path)
        return try withFile(at: path, named: rendering.file.lastPathComponent) { source in
            guard source.size > 0 else {
                throw LibraryError(.missingResource, "\(source.label) is empty. Write the rendering to it first.")
            }
            let probe: MediaProbe
            do {
                probe = try self.probe(source)
            } catch let error as MediaError where error.concern == .file {
                throw Self.invalid(rendering, source, "can't be read: \(error.message)")
            }
            let accepted = Self.accepted(for: rendering)
            guard accepted.contains(probe.uniformTypeIdentifier) else {
                let type = Self.name(ofType: probe.uniformTypeIdentifier)
                throw Self.invalid(rendering, source, "is \(type), not \(Self.names(accepted)).")
            }
            guard probe.orientation == 1 else {
                throw Self.invalid(
                    rendering, source,
                    "has the orientation \(probe.orientation). Rotate the pixels, and store the orientation 1 (up).")
            }
            if let damage = probe.damage { throw Self.invalid(rendering, source, "is damaged: \(damage)") }
            let ending = MediaType.declared(identifier: probe.uniformTypeIdentifier)?.preferredFilenameExtension
            // Cameras and Apple's devices name JPEGs so.
            let name = "FullSizeRender" + (ending.map { $0 == "jpeg" ? ".jpg" : ".\($0)" } ?? "")
            let taken = try stage(source, probe, as: rendering.type, named: name)
            guard rendering.type != .fullSizePairedVideo else { return (taken, nil) }
            do {
                let made = try decode(source, taken, lane: nil)
                if probe.kind == .image, let damage = made?.damage {
                    throw Self.invalid(rendering, source, "is damaged: \(damage)")
                }
                return (taken, made)
            } catch let error as MediaError where error.concern == .file || error.concern == .worker {
                throw Self.invalid(rendering, source, "can't be decoded: \(error.message)")
            } catch is PictureCodingError {
                return (taken, nil)
            }
        }
    }

    /// Decodes the image of a source for its derivatives. Skips a file that made an earlier worker crash.
    ///
    /// - Parameter lane: The lane of workers, or `nil` for both, the quick one first.
    /// - Returns: `nil` if the file changed since it was opened, because its derivatives would be stored under the
    ///   digest of other bytes.
    /// - Throws: `MediaError` or `PictureCodingError`.
    package func decode(_ source: IntakeSource, _ taken: TakenFile, lane: RenderLane?) throws -> Derivatives.Made? {
        guard case .file(let descriptor, _) = source.bytes else { return nil }
        let request = library.derivativesRequest(filename: taken.originalFilename)
        let memory = FaultMemory(of: taken.blob.digest, FaultMemory.Purpose(request), in: library, workers)
        let rendering = try memory.guarding { try workers.render(descriptor: descriptor, request, lane: lane) }
        guard source.isUnchanged else { return nil }
        return try Derivatives.encode(rendering, of: taken.blob.digest)
    }

    // MARK: Errors

    private static func invalid(_ rendering: EditRendering, _ source: IntakeSource, _ problem: String) -> LibraryError {
        LibraryError(
            .invalidResource,
            "The rendering \(source.label) \(problem) Accepted: \(names(accepted(for: rendering))).")
    }

    private static func accepted(for rendering: EditRendering) -> [String] {
        rendering.contentType.map { [$0] } ?? acceptedTypes[rendering.type] ?? []
    }

    private static func names(_ types: [String]) -> String {
        types.map(name(ofType:)).joined(separator: " or ")
    }

    private static func name(ofType identifier: String) -> String {
        switch identifier {
        case "public.jpeg": "a JPEG file"
        case "public.heic": "a HEIC file"
        case "com.apple.quicktime-movie": "a QuickTime movie"
        default: "a file of the type \(identifier)"
        }
    }
}
