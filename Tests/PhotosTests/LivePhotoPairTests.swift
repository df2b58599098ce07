import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

@testable import Photos

/// §10.32: pairs that apps make themselves.
@Suite(.enabled(if: FFmpeg.isPresent, Comment(rawValue: FFmpeg.absenceReason))) struct LivePhotoPairTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `§10.32: two files that were marked are one asset in another library`() async throws {
        let pair = try await LivePhotoEditingFixture.writePair(in: folder)
        #expect(try folder.names(in: "pair") == ["IMG_7.JPG", "IMG_7.mov"])
        let assets = try ResourceFixture().importFiles([pair.photoURL, pair.videoURL])
        #expect(assets.map(\.playbackStyle) == [.livePhoto])
        #expect(assets.first?.mediaSubtypes.contains(.photoLive) == true)
        guard ExifTool.isInstalled else { return }
        for file in [pair.photoURL, pair.videoURL] {
            let text = String(
                decoding: try ExifTool.run("-s3", "-MediaGroupUUID", "-Keys:ContentIdentifier", file.path),
                as: UTF8.self)
            #expect(text.trimmingCharacters(in: .whitespacesAndNewlines) == pair.contentIdentifier)
        }
    }

    @Test func `§10.32: the given files don't change, and a codec that a QuickTime movie lacks is converted`()
        async throws
    {
        let photo = try folder.write(SampleMedia.jpeg(), to: "IMG_8.JPG")
        let video = folder.file("clip.webm")
        guard
            try FFmpeg.run(["-f", "lavfi", "-i", "testsrc2=size=48x36:rate=5:duration=1", "-c:v", "libvpx", video.path])
        else { return }
        let before = try [photo, video].map { try Data(contentsOf: $0) }
        let pair = try await LivePhotoPair.write(photo: photo, video: video, in: folder.makeFolder("pair"))
        #expect(try [photo, video].map { try Data(contentsOf: $0) } == before)
        #expect(try SampleClip.facts(of: pair.videoURL, ["-show_streams"]).contains("codec_name=h264"))
    }

    @Test func `§10.34: wrong files fail with the reason and leave nothing`() async throws {
        let photo = try folder.write(SampleMedia.jpeg(), to: "IMG_9.JPG")
        let png = try folder.write(SampleMedia.png(), to: "IMG_9.PNG")
        let video = try folder.write(SampleMedia.movie(), to: "clip.MOV")
        let empty = try folder.makeFolder("pair")
        func code(_ photo: URL, _ video: URL, identifier: String = "A0A0") async -> PHPhotosError.Code? {
            do {
                _ = try await LivePhotoPair.write(
                    photo: photo, video: video, in: empty, contentIdentifier: identifier)
                return nil
            } catch {
                return (error as? PHPhotosError)?.code
            }
        }
        #expect(await code(png, video) == .requestNotSupportedForAsset)
        #expect(await code(photo, video, identifier: "two words") == .requestNotSupportedForAsset)
        #expect(await code(photo, photo) == .invalidResource)
        #expect(await code(folder.file("none.jpg"), video) == .invalidResource)
        #expect(try folder.names(in: "pair").isEmpty)
        try folder.write(Data("kept".utf8), to: "pair/IMG_9.mov")
        #expect(await code(photo, video) == .internalError)
        #expect(try folder.names(in: "pair") == ["IMG_9.mov"])
    }

    @Test func `a cancelled task leaves nothing`() async throws {
        let photo = try folder.write(SampleMedia.jpeg(), to: "IMG_9.JPG")
        let video = try folder.write(SampleMedia.movie(), to: "clip.MOV")
        let empty = try folder.makeFolder("pair")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await LivePhotoPair.write(photo: photo, video: video, in: empty)
        }
        let error = await #expect(throws: PHPhotosError.self) { try await task.value }
        #expect(error?.code == .userCancelled)
        #expect(try folder.names(in: "pair").isEmpty)
    }
}
