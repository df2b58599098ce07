import BlobStore
import Cancellation
import MediaRequests
import MediaWork
import Pixels
import Records

/// HDR images are made from the original, because stored previews are SDR. A request for an HDR image of another
/// picture becomes one for an SDR image, with the same pixels and the same place in the caches.
extension ImagePipeline {
    /// Returns the request, or the one for an SDR image if the picture is known to be SDR.
    func known(_ request: ImageRequest) -> ImageRequest {
        guard request.headroom != nil else { return request }
        let isStandard = !request.source.canBeHDR || shared.hdrPictures[request.source.digest] == false
        return isStandard ? request.standard : request
    }

    /// Returns the request, or the one for an SDR image if the picture is SDR, or if its file can't be read or isn't
    /// here and may not be downloaded.
    ///
    /// - Throws: `cancelled`, and the error of a missing original that the request may download.
    func resolved(_ request: ImageRequest, _ cancellation: WorkCancellation) throws -> ImageRequest {
        let request = known(request)
        let digest = request.source.digest
        guard request.headroom != nil, shared.hdrPictures[digest] == nil else { return request }
        do {
            let isHDR = try maker.isHDR(request.source, cancellation)
            shared.hdrPictures[digest] = isHDR
            return isHDR ? request : request.standard
        } catch let error as MediaError {
            guard error.code != .cancelled else { throw error }
            return request.standard
        } catch {
            if case .allowed = request.network { throw error }
            return request.standard
        }
    }

    /// Returns the image, or `nil` if its file has no HDR rendition that can be decoded.
    func makeHDRPicture(
        _ request: ImageRequest, _ cancellation: WorkCancellation, _ lane: RenderLane
    ) throws -> Bitmap? {
        do {
            let bitmap = try maker.decodedPicture(request, lane, cancellation)
            guard bitmap.hdr != nil else {
                shared.hdrPictures[request.source.digest] = false
                return nil
            }
            shared.cache.insert(bitmap, for: request.key)
            return bitmap
        } catch let error as MediaError where error.isFaultOfFile {
            // The SDR image needs no gain map.
            return nil
        }
    }
}

extension PictureMaker {
    /// Returns whether the original has light that's brighter than white. Reads only its header.
    func isHDR(_ source: PictureSource, _ cancellation: WorkCancellation) throws -> Bool {
        let original = try library.originals.openPresent(source, orPieces: false)
        let workers = try library.workers()
        let probe = try FaultMemory(of: source.digest, .probe, in: library, workers).guarding {
            try original.file.withDescriptor { descriptor throws(MediaError) in
                try workers.probe(descriptor: descriptor, filename: source.filename, cancellation: cancellation)
            }
        }
        return probe.contentHeadroom != nil
    }
}

extension PictureSource {
    private static let typesWithHDR: Set<String> = [
        "public.jpeg", "public.heic", "public.heics", "public.heif", "public.avif", "public.avis",
    ]

    /// Whether the worker makes HDR renditions of files of this type.
    fileprivate var canBeHDR: Bool { Self.typesWithHDR.contains(uniformTypeIdentifier) }
}
