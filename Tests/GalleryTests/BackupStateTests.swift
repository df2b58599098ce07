import Albumen
import AlbumenTestSupport
import BlobStore
import Cancellation
import Catalog
import Foundation
import PhotoLibrary
import Records
import Testing

extension PageTests {
    /// The line below the albums about the library's place, and changes of a restored library.
    @Suite struct BackupStateTests {
        private static let line = "document.querySelector('.sidebar-foot .backup-state')"

        @Test func `a line says whether the place has all changes`() async throws {
            // The library's changes are two hours old.
            let (library, place) = (try TemporaryLibrary(now: { Date() - 7300 }), try TemporaryFolder())
            try library.addGeneratedPhotos(5)
            let cancellation = WorkCancellation()
            try library.library.connect(
                CloudSettings(address: "dir:\(place.path.dropLast())"), takingOver: false, cancellation)
            try CatalogBackup.sendOnce(library.library, cancellation)
            let hidden = place.url.deletingLastPathComponent().appending(path: UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: hidden) }
            try await GalleryVisit.run(library.folder, mayReport: "albumen: changes are not sent now: ") { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                try await browser.wait(for: "\(Self.line)?.textContent === 'Backed up'")
                try await visit.keepScreenshot("backed-up")
                try FileManager.default.moveItem(at: place.url, to: hidden)
                let uuid = try library.library.catalog.read { try $0.assets(after: 0, limit: 1) }[0].uuid
                try library.commit(.setFavorite(true, assetUUID: uuid))
                try await browser.wait(for: "\(Self.line)?.textContent === 'Not backed up for 2 hours'")
                try await visit.keepScreenshot("not-backed-up")
            }
        }

        @Test func `a library without a place has no line, and a restored one follows changes`() async throws {
            let library = try TemporaryLibrary()
            try library.addGeneratedPhotos(3)
            try library.library.catalog.maintain { try $0.begin(epoch: 7) }
            let command = LibraryCommand(library: library.folder)
            let files = try TemporaryFolder()
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForEditing()
                try await visit.waitForStream()
                // The tenth change has the larger number, although "7.10" is less than "7.9".
                for number in 1...12 {
                    try files.write(SampleMedia.jpeg(comment: "\(number)"), to: "\(number)/\(number).jpg")
                    try await command.run("import", files.file("\(number)").path)
                    try await visit.waitForCount(3 + number)
                }
                let count: Int = try await visit.browser.evaluate(
                    "return document.querySelectorAll('.sidebar-foot').length")
                #expect(count == 0)
            }
        }
    }
}
