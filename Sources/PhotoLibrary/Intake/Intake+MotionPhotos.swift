import BlobStore
import Foundation
import MediaRequests
import MediaTypes
import Records
import SystemCalls
import SystemPackage

extension Intake {
    /// Returns the video of a motion photo as a file of its own, whose bytes stay within the photo. Copies them to a
    /// temporary file once, and reads that in a worker.
    ///
    /// - Returns: `nil` if the photo isn't a motion photo, or if its video can't be read: the photo is then an ordinary
    ///   one. A video that makes a worker crash must not keep the photo out.
    /// - Throws: An error that concerns the library, or all files.
    package func motionVideo(of photo: TakenFile) throws -> TakenFile? {
        guard photo.type == .photo, let motion = photo.probe.motionVideo, let staging,
            motion.offset + motion.size <= photo.blob.size
        else { return nil }
        let blob = try staging.stage(motion.range, of: photo.blob)
        let stem = (photo.originalFilename as NSString).deletingPathExtension
        do {
            let probe = try staging.withDescriptor(of: blob) { descriptor in
                let status = try FileDescriptor(rawValue: descriptor).status()
                let name = "\(stem).MP4"
                return try self.probe(
                    IntakeSource(bytes: .file(descriptor, status), filename: name, label: photo.originalFilename))
            }
            guard probe.kind == .video else { return nil }
            let ending = MediaType.declared(identifier: probe.uniformTypeIdentifier)?.preferredFilenameExtension
            return TakenFile(
                type: .pairedVideo, blob: blob, originalFilename: "\(stem).\(ending?.uppercased() ?? "MP4")",
                probe: probe, fileDate: photo.fileDate)
        } catch let error as MediaError where error.concern == .file || error.concern == .worker {
            return nil
        }
    }
}
