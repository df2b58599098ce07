import CLibAV
import MediaRequests

/// The opened movies of an export. Only one thread can use it.
final class ExportSources {
    let files: [OpenMovie]
    let readers: [MovieReader]
    /// The pictures of each movie.
    let pictures: [PictureSource]

    /// - Parameter isCopy: Whether packets are copied, and no frame is decoded.
    /// - Throws: The error of the first movie that can't be exported, with its number if there are several.
    init(_ descriptors: [Int32], isCopy: Bool) throws(MediaError) {
        var (files, readers, pictures): ([OpenMovie], [MovieReader], [PictureSource]) = ([], [], [])
        for (number, descriptor) in descriptors.enumerated() {
            do throws(MediaError) {
                let (file, reader, picture) = try Self.open(descriptor, isCopy: isCopy)
                files.append(file)
                readers.append(reader)
                pictures.append(picture)
            } catch {
                guard descriptors.count > 1 else { throw error }
                throw MediaError(error.code, "movie \(number + 1) of \(descriptors.count): \(error.message)")
            }
        }
        (self.files, self.readers, self.pictures) = (files, readers, pictures)
    }

    private static func open(
        _ descriptor: Int32, isCopy: Bool
    ) throws(MediaError) -> (OpenMovie, MovieReader, PictureSource) {
        guard let file = try OpenMovie(descriptor: descriptor, for: isCopy ? .packets : .frames) else {
            throw MediaError(.notMedia, "not a video of a kind that albumen knows")
        }
        guard let index = file.movie.videoStreamIndex, let stream = file.movie.videoStream else {
            throw MediaError(.unreadable, "the file has sound and no picture")
        }
        let reader = try MovieReader(file)
        let picture = PictureSource(
            streamIndex: index, stream: stream, clock: reader.clock(stream), frameRate: reader.frameRate(of: index),
            geometry: try DisplayGeometry(stream))
        return (file, reader, picture)
    }

    /// The duration of the first movie in seconds, or 0 if it's unknown.
    var duration: Double { files[0].movie.duration }

    /// Whether one format fits all pictures.
    var isUniform: Bool { pictures.dropFirst().allSatisfy { $0.isLike(pictures[0]) } }

    var damage: String? { files.lazy.compactMap(\.damage).first }

    /// Returns the sound streams of a movie.
    func sounds(of file: Int) -> [(index: Int, stream: AVStream)] {
        Array(
            readers[file].streams.filter { $0.stream.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO }
                .prefix(Self.streamLimit))
    }

    private static let streamLimit = 16
}
