import Foundation
import MediaRequests
import Pixels
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The recipes of Albumen's own editor, and the graphs that they become.
@Suite struct AdjustmentRecipeTests {
    private let size = PixelSize(width: 400, height: 300)

    private func stored(_ json: String) -> AdjustmentRecipe? {
        AdjustmentRecipe(
            AdjustmentData(
                formatIdentifier: AdjustmentRecipe.formatIdentifier, formatVersion: "1", data: Data(json.utf8)))
    }

    @Test func `a stored recipe is read again with all its adjustments`() throws {
        var recipe = AdjustmentRecipe()
        (recipe.rotation, recipe.flip, recipe.straightening, recipe.filter) = (270, .both, -3.5, .sepia)
        recipe.crop = .init(x: 0.1, y: 0.2, width: 0.5, height: 0.25)
        for amount in AdjustmentRecipe.Amount.allCases { recipe[amount] = amount.range.lowerBound + 1 }
        let adjustment = try recipe.adjustment
        #expect(AdjustmentRecipe(adjustment) == recipe)
        #expect(try AdjustmentRecipe(adjustment)?.adjustment == adjustment, "The bytes don't depend on chance.")
    }

    @Test func `an adjustment that changes nothing isn't stored`() throws {
        var recipe = AdjustmentRecipe()
        recipe[.temperature] = 7000
        recipe[.contrast] = 5
        (recipe[.temperature], recipe[.contrast]) = (6500, 0)
        #expect(recipe.isEmpty)
        #expect(try recipe.adjustment.data == Data("{}".utf8))
    }

    @Test(arguments: [
        #"{"lens": 1}"#, #"{"rotation": 45}"#, #"{"exposure": 1000}"#, #"{"exposure": "1"}"#, #"{"filter": "lomo"}"#,
        #"{"crop": {"x": 0.5, "y": 0, "width": 0.6, "height": 1}}"#, #"{"crop": {"x": 0}}"#, "[]", "",
        #"{"trim": {"start": 2, "end": 1}}"#, #"{"keyPhoto": -1}"#,
    ])
    func `a recipe that this version doesn't understand isn't read`(json: String) {
        #expect(stored(json) == nil)
    }

    @Test func `another format or version isn't read`() {
        for (format, version) in [("com.example", "1"), (AdjustmentRecipe.formatIdentifier, "3")] {
            let data = AdjustmentData(formatIdentifier: format, formatVersion: version, data: Data("{}".utf8))
            #expect(AdjustmentRecipe(data) == nil)
        }
    }

    @Test func `only a recipe that earlier versions misread has another version`() throws {
        var recipe = AdjustmentRecipe()
        recipe[.contrast] = 5
        #expect(try recipe.adjustment.formatVersion == "1")
        recipe.trim = .init(start: 0.5, end: 2)
        (recipe.isMuted, recipe.keyPhoto) = (true, 1)
        let adjustment = try recipe.adjustment
        #expect(adjustment.formatVersion == "2" && AdjustmentRecipe(adjustment) == recipe)
        #expect(
            String(decoding: adjustment.data, as: UTF8.self)
                == #"{"contrast":5,"keyPhoto":1,"muted":true,"trim":{"end":2,"start":0.5}}"#)
    }

    @Test(arguments: [
        (AdjustmentRecipe.Kind.photo, #"{"muted":true}"#, "is a photo"),
        (.video, #"{"keyPhoto":1}"#, "Only a Live Photo has a key photo"),
        (.video, #"{"trim":{"start":4,"end":5}}"#, "starts at 4 s, and a.mov ends at 3 s"),
        (.livePhoto, #"{"keyPhoto":3.5}"#, "outside of a.mov"),
        (.livePhoto, #"{"keyPhoto":2,"trim":{"start":0,"end":1}}"#, "outside of a.mov"),
    ])
    func `an adjustment that doesn't fit the asset is refused`(
        kind: AdjustmentRecipe.Kind, json: String, text: String
    ) throws {
        var recipe = try #require(stored(json))
        let error = #expect(throws: LibraryError.self) { try recipe.fit(kind, named: "a.mov", duration: 3) }
        #expect(error?.code == .invalidAdjustment && error?.message.contains(text) == true, "\(error as Any)")
    }

    @Test func `a pasted recipe leaves the time and the sound of a video`() {
        var recipe = AdjustmentRecipe()
        (recipe.trim, recipe.isMuted, recipe.filter) = (.init(start: 1, end: 2), true, .mono)
        var other = AdjustmentRecipe()
        (other.keyPhoto, other.filter) = (1, .noir)
        let pasted = recipe.replacing(pixelsWith: other)
        #expect(pasted.trim == recipe.trim && pasted.isMuted && pasted.keyPhoto == nil && pasted.filter == .noir)
    }

    @Test func `a trim ends with the video, and one that keeps all of it is none`() throws {
        var recipe = AdjustmentRecipe()
        recipe.trim = .init(start: 1, end: 100)
        try recipe.fit(.video, named: "a.mov", duration: 3)
        #expect(recipe.trim == .init(start: 1, end: 3))
        recipe.trim = .init(start: 0, end: 3)
        try recipe.fit(.video, named: "a.mov", duration: 3)
        #expect(recipe.isEmpty)
    }

    @Test func `a crop is in whole pixels from the upper left of the rotated photo`() throws {
        var recipe = AdjustmentRecipe()
        recipe.rotation = 90
        recipe.crop = .init(x: 10 / 300, y: 20 / 400, width: 100 / 300, height: 50 / 400)
        let (graph, rectangle) = recipe.graph(for: size)
        #expect(rectangle == GraphRectangle(x: 10, y: 400 - 70, width: 100, height: 50))
        #expect(graph.nodes.count == 3)
        #expect(graph.extents(sources: [size]).last == .finite(rectangle))
        try graph.check(sourceCount: 1)
        recipe.crop = .init(x: 0.9999, y: 0.9999, width: 0.00001, height: 0.00001)
        #expect(recipe.graph(for: size).rectangle == GraphRectangle(x: 299, y: 0, width: 1, height: 1))
    }

    @Test func `each rotation and flip moves the corners as named`() throws {
        func corner(_ rotation: Int, _ flip: AdjustmentRecipe.Flip?) throws -> [Double] {
            var recipe = AdjustmentRecipe()
            (recipe.rotation, recipe.flip) = (rotation, flip)
            guard case .transform(_, let transform)? = recipe.graph(for: size).graph.nodes.dropFirst().first else {
                return [0, 300]
            }
            // The upper left corner.
            return [transform.c * 300 + transform.tx, transform.d * 300 + transform.ty]
        }
        #expect(try corner(0, nil) == [0, 300])
        #expect(try corner(90, nil) == [300, 400])
        #expect(try corner(180, nil) == [400, 0])
        #expect(try corner(270, nil) == [0, 0])
        #expect(try corner(0, .horizontal) == [400, 300])
        #expect(try corner(0, .vertical) == [0, 0])
        #expect(try corner(90, .horizontal) == [0, 400])
        #expect(try corner(90, .both) == [0, 0])
    }

    @Test func `all adjustments together are a valid graph with the photo's size`() throws {
        var recipe = AdjustmentRecipe()
        (recipe.straightening, recipe.filter) = (45, .noir)
        for amount in AdjustmentRecipe.Amount.allCases {
            for bound in [amount.range.lowerBound, amount.range.upperBound] {
                recipe[amount] = bound
                let (graph, rectangle) = recipe.graph(for: size)
                try graph.check(sourceCount: 1)
                #expect(rectangle == GraphRectangle(x: 0, y: 0, width: 400, height: 300))
                #expect(graph.extents(sources: [size]).last == .finite(rectangle))
            }
        }
        #expect(recipe.graph(for: size).graph.nodes.count == 12)
    }
}
