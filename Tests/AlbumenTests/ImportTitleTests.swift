import Albumen
import AlbumenTestSupport
import Foundation
import Records
import Testing

/// The titles of imports.
struct ImportTitleTests {
    @Test func `an import's album has the names of its folders and the time`() throws {
        let photos = try TemporaryFolder()
        for folder in ["Lake", "Sea"] {
            try FileManager.default.createDirectory(at: photos.file(folder), withIntermediateDirectories: true)
        }
        for (index, name) in ["Lake/a.jpg", "Sea/b.jpg", "Sea/c.jpg"].enumerated() {
            try photos.write(SampleMedia.photograph(width: 64 + index, height: 48), to: name)
        }
        let library = try TemporaryLibrary()
        let path = { (name: String) in photos.file(name).path(percentEncoded: false) }
        try library.importPaths([path("Lake")])
        try library.importPaths([path("Lake"), path("Sea/b.jpg"), path("Sea")])
        let titles = try library.library.owner.albums(subtype: .albumImported).map(\.title)
        try #require(titles.count == 2)
        #expect(try titles[0].wholeMatch(of: Regex(#"Lake, Sea, \d{4}-\d\d-\d\d \d\d:\d\d"#)) != nil)
        #expect(try titles[1].wholeMatch(of: Regex(#"Lake, \d{4}-\d\d-\d\d \d\d:\d\d"#)) != nil)
    }
}
