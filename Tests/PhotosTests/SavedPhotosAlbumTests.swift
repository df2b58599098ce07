import AlbumenTestSupport
import Foundation
import Testing

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// The functions of UIKit that save files.
@Suite struct SavedPhotosAlbumTests {
    @Test func `a video that disappears before the block is an error`() async throws {
        let fixture = try PhotoKitFixture()
        let folder = try TemporaryFolder()
        let movie = try folder.write(Data("movie".utf8), to: "MOVIE.MOV")
        let canContinue = Gate()
        let error = await withCheckedContinuation { (continuation: CheckedContinuation<(any Error)?, Never>) in
            fixture.run {
                // Blocks run one after another.
                PHPhotoLibrary.shared().performChanges({ #expect(canContinue.wait()) }, completionHandler: nil)
                LibrarySavedPhotosAlbum.saveVideo(atPath: movie.path) { continuation.resume(returning: $0) }
            }
            try? FileManager.default.removeItem(at: movie)
            canContinue.open()
        }
        #expect((error as? CocoaError)?.code == .fileReadNoSuchFile)
    }
}
