import AlbumenTestSupport
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Edits that fail, each with an error that names what is accepted (§6.3, §6.4, §10.20).
@Suite struct InvalidEditTests {
    let fixture: EditFixture

    init() throws {
        fixture = try EditFixture()
    }

    @Test func `an invalid rendering fails with what is accepted, and leaves nothing behind`() throws {
        var exif = SampleMedia.Exif()
        exif.orientation = 6
        let whole = SampleMedia.jpeg(width: 512, height: 512, comment: "whole")
        let files: [(String, Data, String)] = [
            ("edit.png", SampleMedia.png(), "JPEG"), ("png.jpg", SampleMedia.png(), "JPEG"),
            ("half.jpg", whole.prefix(whole.count * 3 / 4), "damaged"),
            ("rotated.jpg", SampleMedia.jpeg(exif: exif), "orientation 6"),
            ("text.jpg", Data("text".utf8), "JPEG"), ("movie.jpg", SampleMedia.movie(), "JPEG or a HEIC"),
        ]
        for (name, data, text) in files {
            let file = try fixture.folder.write(data, to: name)
            let error = #expect(throws: LibraryError.self) {
                try fixture.commit(edit(EditRendering(type: .fullSizePhoto, file: file)))
            }
            #expect(error?.code == .invalidResource, "\(name): \(error?.message ?? "")")
            let text = text == "JPEG or a HEIC" ? "a JPEG file or a HEIC file" : text
            #expect(error?.message.contains(text) == true, "\(name): \(error?.message ?? "")")
            #expect(error?.message.contains(file.path) == true)
        }
        let photo = try fixture.folder.write(SampleMedia.jpeg(), to: "photo.jpg")
        let kinds: [EditRendering] = [
            EditRendering(type: .fullSizePhoto, file: photo, contentType: "public.heic"),
            EditRendering(type: .fullSizeVideo, file: photo), EditRendering(type: .photo, file: photo),
        ]
        for rendering in kinds {
            #expect(EditFixture.code { try fixture.commit(edit(rendering)) } == .invalidResource, "\(rendering)")
        }
        let movie = try fixture.folder.write(SampleMedia.movie(), to: "movie.mov")
        for type in [ResourceType.fullSizeVideo, .fullSizePairedVideo] {
            let rendering = EditRendering(type: type, file: movie)
            #expect(EditFixture.code { try fixture.commit(edit(rendering)) } == .invalidResource, "\(type)")
        }
        let twice = EditRendering(type: .fullSizePhoto, file: photo)
        #expect(EditFixture.code { try fixture.commit(edit(twice, twice)) } == .invalidResource)
        try expectUnchanged()
    }

    @Test func `a missing rendering or an invalid recipe fails (3303, 3300)`() throws {
        let missing = EditRendering(type: .fullSizePhoto, file: fixture.folder.file("none.jpg"))
        #expect(EditFixture.code { try fixture.commit(edit(missing)) } == .missingResource)
        #expect(EditFixture.code { try fixture.commit(edit()) } == .missingResource)
        let empty = EditRendering(type: .fullSizePhoto, file: try fixture.folder.write(Data(), to: "empty.jpg"))
        #expect(EditFixture.code { try fixture.commit(edit(empty)) } == .missingResource)
        let photo = try fixture.folder.write(SampleMedia.jpeg(), to: "photo.jpg")
        for count in [0, AdjustmentData.byteLimit + 1] {
            var edit = edit(EditRendering(type: .fullSizePhoto, file: photo))
            edit.adjustment.data = Data(count: count)
            #expect(EditFixture.code { try fixture.commit(edit) } == .invalidAdjustment)
        }
        try expectUnchanged()
        var largest = edit(EditRendering(type: .fullSizePhoto, file: photo))
        (largest.adjustment.data, largest.adjustment.formatIdentifier) = (Data(count: AdjustmentData.byteLimit), "")
        try fixture.commit(largest)
        let document = try fixture.library.owner.adjustmentDocument(of: fixture.editing())
        #expect(document?.adjustment == largest.adjustment)
        #expect(try fixture.row().adjustmentFormatIdentifier == "")
    }

    private func edit(_ renderings: EditRendering...) -> AssetEdit {
        AssetEdit(adjustment: EditFixture.adjustment(), renderings: renderings)
    }

    private func expectUnchanged() throws {
        #expect(try fixture.row() == fixture.asset && fixture.types() == [.photo])
        try fixture.expectClean()
    }
}
