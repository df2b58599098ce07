import Foundation
import Records
import Testing

@testable import PhotoSources

/// The media folders of phones (imports 1.9).
@Suite struct PhoneTests {
    @Test("imports 1.9: originals, Live Photos and edits are found")
    func files() throws {
        let library = try MadeLibrary(.phone)
        #expect(ApplePhotos.isLibrary(library.path))
        try library.addItem()
        try library.addItem(["ZKINDSUBTYPE": 2, "ZPLAYBACKSTYLE": 3])
        try library.write("video", to: "DCIM/100APPLE/IMG_0002.MOV")
        try library.addItem(["ZADJUSTMENTSSTATE": 2])
        let folder = "PhotoData/Mutations/DCIM/100APPLE/IMG_0003/Adjustments"
        try library.write("rendering", to: "\(folder)/FullSizeRender.jpg")
        try library.write(try MadeLibrary.recipe(), to: "\(folder)/Adjustments.plist")
        try library.addItem(["ZKIND": 1, "ZFILENAME": "IMG_0004.MOV", "ZADJUSTMENTSSTATE": 3], file: nil)
        try library.write("slow", to: "DCIM/100APPLE/IMG_0004.MOV")
        try library.write(
            try MadeLibrary.recipe("com.apple.video.slomo"), to: "DCIM/100APPLE/IMG_0004.AAE")
        try library.write("other", to: "DCIM/100APPLE/IMG_0001.MOV")
        let items = try library.items()
        #expect(items.map(\.exclusion) == [nil, nil, nil, nil])
        #expect(items[0].originals.map(\.type) == [.photo])
        #expect(items[1].originals.map(\.type) == [.photo, .pairedVideo])
        #expect(items[1].facts.playsVideo == true)
        #expect(items[2].edit?.renderings.map(\.type) == [.fullSizePhoto])
        #expect(items[2].edit?.recipe?.formatIdentifier == "com.apple.photo")
        #expect(items[3].slowMotion != nil)
        #expect(items[3].edit == nil)
    }

    @Test("imports 1.9: a small copy is never an original")
    func optimized() throws {
        let library = try MadeLibrary(.phone)
        try library.addItem(file: nil)
        try library.insert(
            "ZINTERNALRESOURCE",
            [
                "ZASSET": 1, "ZRESOURCETYPE": 0, "ZVERSION": 0, "ZDATASTORESUBTYPE": 1, "ZLOCALAVAILABILITY": -1,
                "ZREMOTEAVAILABILITY": 1,
            ])
        try library.write("small", to: "PhotoData/Metadata/DCIM/100APPLE/IMG_0001.JPG")
        let item = try library.item()
        #expect(item.originals.isEmpty)
        #expect(item.exclusion == .inCloud)
        let source = try library.open()
        defer { source.close() }
        #expect(source.summary == "Photos of an iPhone or iPad of iOS 18 (model 18164)")
    }
}
