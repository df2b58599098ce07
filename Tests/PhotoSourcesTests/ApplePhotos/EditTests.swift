import Foundation
import Records
import SystemPackage
import Testing

@testable import PhotoSources

/// The edits of items in made libraries (imports 1.6).
@Suite struct AppleEditTests {
    @Test("imports 1.6: an edit has its rendering, recipe, base and date")
    func edit() throws {
        let library = try MadeLibrary()
        let uuid = try library.addItem(["ZADJUSTMENTSSTATE": 2, "ZADJUSTMENTTIMESTAMP": 610_000_000.0])
        try library.write("rendering", to: "resources/renders/A/\(uuid)_1_201_a.heic")
        try library.write("base", to: "resources/renders/A/\(uuid)_p.jpeg")
        try library.write(try MadeLibrary.recipe(), to: "resources/renders/A/\(uuid).plist")
        let item = try library.item()
        let edit = try #require(item.edit)
        #expect(edit.renderings.map(\.type) == [.fullSizePhoto])
        #expect(edit.renderings.map(\.name) == ["IMG_1.heic"])
        #expect(edit.bases.map(\.type) == [.adjustmentBasePhoto])
        #expect(
            edit.recipe
                == SourceEdit.Recipe(
                    formatIdentifier: "com.apple.photo", formatVersion: "1.5", data: Data("recipe".utf8)))
        #expect(edit.recipeFile?.type == .adjustmentData)
        #expect(edit.date == Date(timeIntervalSinceReferenceDate: 610_000_000))
        #expect(item.differences.isEmpty)
    }

    @Test("imports 1.3: the name of a rendering follows from the catalogue's number")
    func number() throws {
        let library = try MadeLibrary()
        let uuid = try library.addItem(["ZADJUSTMENTSSTATE": 2])
        try library.insert(
            "ZINTERNALRESOURCE",
            ["ZASSET": 1, "ZRESOURCETYPE": 0, "ZVERSION": 2, "ZDATASTORESUBTYPE": 2, "ZRECIPEID": 65_944])
        try library.write("rendering", to: "resources/renders/A/\(uuid)_1_204_a.jpeg")
        #expect(try library.item().edit?.renderings.count == 1)
    }

    @Test(
        "imports 1.6: an edit without a rendering is listed, and the original stays",
        arguments: [
            (-1, 1, SourceDifference.Reason.inCloud), (1, 0, .noRendering),
        ])
    func noRendering(_ here: Int, _ cloud: Int, _ reason: SourceDifference.Reason) throws {
        let library = try MadeLibrary()
        let uuid = try library.addItem(["ZADJUSTMENTSSTATE": 2])
        try library.insert(
            "ZINTERNALRESOURCE",
            [
                "ZASSET": 1, "ZRESOURCETYPE": 0, "ZVERSION": 2, "ZDATASTORESUBTYPE": 2, "ZRECIPEID": 65_938,
                "ZLOCALAVAILABILITY": here, "ZREMOTEAVAILABILITY": cloud,
            ])
        try library.write(try MadeLibrary.recipe("com.other"), to: "resources/renders/A/\(uuid).plist")
        let item = try library.item()
        #expect(item.exclusion == nil)
        #expect(item.edit == nil)
        #expect(item.differences == [SourceDifference(.edits, reason, detail: "com.other")])
    }

    @Test(
        "imports 1.6: a rendering without a readable recipe is an edit without one",
        arguments: [nil, "garbage", "bplist00"])
    func noRecipe(_ recipe: String?) throws {
        let library = try MadeLibrary()
        let uuid = try library.addItem(["ZADJUSTMENTSSTATE": 2])
        try library.write("rendering", to: "resources/renders/A/\(uuid)_1_201_a.jpeg")
        if let recipe { try library.write(recipe, to: "resources/renders/A/\(uuid).plist") }
        let item = try library.item()
        #expect(item.edit?.recipe == nil)
        #expect(item.edit?.renderings.count == 1)
        #expect(item.edit?.recipeFile == nil)
        #expect(item.differences == [SourceDifference(.edits, .noRecipe)])
    }

    @Test("imports 1.6: a recipe above the limit isn't read")
    func largeRecipe() throws {
        let library = try MadeLibrary()
        let uuid = try library.addItem(["ZADJUSTMENTSSTATE": 2])
        try library.write("rendering", to: "resources/renders/A/\(uuid)_1_201_a.jpeg")
        let data = try MadeLibrary.recipe(data: Data(count: AdjustmentData.byteLimit + 1))
        try library.write(data, to: "resources/renders/A/\(uuid).plist")
        #expect(try library.item().differences == [SourceDifference(.edits, .noRecipe)])
    }

    @Test("imports 1.6: slow motion is no edit")
    func slowMotion() throws {
        let library = try MadeLibrary()
        let uuid = try library.addItem(["ZKIND": 1, "ZKINDSUBTYPE": 101, "ZADJUSTMENTSSTATE": 3])
        try library.write(
            try MadeLibrary.recipe("com.apple.video.slomo"), to: "resources/renders/A/\(uuid).plist")
        let item = try library.item()
        #expect(item.edit == nil)
        #expect(item.slowMotion?.path.string.hasSuffix("\(uuid).plist") == true)
        #expect(item.differences.isEmpty)
        #expect(item.isVideo)
    }

    @Test("imports 1.6: an edited video and an edited Live Photo have their renderings")
    func videos() throws {
        let library = try MadeLibrary()
        let video = try library.addItem(["ZKIND": 1, "ZADJUSTMENTSSTATE": 2])
        let live = try library.addItem(["ZKINDSUBTYPE": 2, "ZADJUSTMENTSSTATE": 2])
        try library.write("v", to: "originals/A/\(live)_3.mov")
        for (uuid, names) in [(video, ["1_201_a.jpeg", "2_0_a.mov"]), (live, ["1_201_a.jpeg", "2_100_a.mov"])] {
            for name in names { try library.write("r", to: "resources/renders/A/\(uuid)_\(name)") }
            try library.write(try MadeLibrary.recipe(), to: "resources/renders/A/\(uuid).plist")
        }
        let items = try library.items()
        #expect(
            items.map { $0.edit?.renderings.map(\.type) } == [
                [.fullSizeVideo], [.fullSizePhoto, .fullSizePairedVideo],
            ])
    }

    @Test("imports 1.6: a rendering of an item that isn't edited is no edit")
    func unedited() throws {
        let library = try MadeLibrary()
        let uuid = try library.addItem()
        try library.write("old", to: "resources/renders/A/\(uuid)_1_201_a.jpeg")
        #expect(try library.item().edit == nil)
    }
}
