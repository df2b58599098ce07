import Foundation
import Records
import Testing

@testable import PhotoSources

/// Collections and collection sets (imports 6, Lightroom).
@Suite struct LightroomAlbumTests {
    private func add(
        _ catalog: MadeLightroom, _ id: Int64, _ kind: String, _ name: String, parent: Int64? = nil, system: Int? = nil
    ) throws {
        var values: MadeLightroom.Values = [
            "id_local": id, "creationId": "com.adobe.ag.\(kind)", "name": name, "parent": parent,
        ]
        if let system { values["systemOnly"] = system }
        try catalog.insert("AgLibraryCollection", values)
    }

    private func addMembers(_ catalog: MadeLightroom, _ id: Int64, _ images: [(Int64, String?)]) throws {
        for (image, position) in images {
            try catalog.insert(
                "AgLibraryCollectionImage", ["collection": id, "image": image, "positionInCollection": position])
        }
    }

    private func collections(_ catalog: MadeLightroom) throws -> [SourceCollection] {
        let source = try catalog.open()
        defer { source.close() }
        return source.collections
    }

    @Test("imports 6: collections with the user's order and cover in collection sets")
    func albums() throws {
        let catalog = try MadeLightroom()
        for _ in 1...3 { try catalog.addItem() }
        try add(catalog, 1, "library.group", "Trips")
        try add(catalog, 2, "library.collection", "rome", parent: 1)
        try add(catalog, 3, "library.collection", "Paris", parent: 1)
        try add(catalog, 4, "library.collection", "Empty")
        try addMembers(catalog, 2, [(1, "c"), (2, "a"), (3, "b")])
        try catalog.insert("AgLibraryCollectionImage", ["id_local": 90, "collection": 3, "image": 3])
        try catalog.insert("AgLibraryCollectionCoverImage", ["collection": 3, "collectionImage": 90])
        let found = try collections(catalog)
        #expect(found.map(\.title) == ["Empty", "Trips", "Paris", "rome"])
        #expect(found.map(\.kind) == [.album, .folder, .album, .album])
        #expect(found.map(\.parent) == [nil, nil, "1", "1"])
        #expect(found[3].members == ["IMAGE-2", "IMAGE-3", "IMAGE-1"])
        #expect(found[2].cover == "IMAGE-3")
        #expect(found.allSatisfy { $0.exclusion == nil })
    }

    @Test("imports 6: without positions, members are in the order of their dates")
    func dateOrder() throws {
        let catalog = try MadeLightroom()
        for time in ["2019-05-03", "2019-05-01", "2019-05-02"] { try catalog.addItem(["captureTime": time]) }
        try add(catalog, 1, "library.collection", "A")
        try addMembers(catalog, 1, [(1, nil), (2, nil), (3, nil)])
        #expect(try collections(catalog)[0].members == ["IMAGE-2", "IMAGE-3", "IMAGE-1"])
    }

    @Test("imports 6: the master stands for its virtual copies")
    func virtualCopies() throws {
        let catalog = try MadeLightroom()
        try catalog.addItem()
        try catalog.addItem()
        try catalog.insert(
            "Adobe_images",
            ["id_local": 50, "id_global": "COPY", "rootFile": 1, "masterImage": 1, "copyName": "Copy 1", "rating": 3])
        try add(catalog, 1, "library.collection", "A")
        try addMembers(catalog, 1, [(50, "a"), (2, "b"), (1, "c")])
        #expect(try collections(catalog)[0].members == ["IMAGE-1", "IMAGE-2"])
        let items = try catalog.items()
        #expect(items.map(\.identifier) == ["IMAGE-1", "IMAGE-2", "COPY"])
        #expect(items[2].exclusion == .duplicate)
        #expect(items[2].exclusionDetail == "virtual copy “Copy 1” of IMG_1.jpg")
        #expect(items[2].originals.isEmpty && items[2].facts.rating == .known(3))
        #expect(items[0].exclusion == nil)
    }

    @Test("imports general: virtual copies in a cycle, or without their master, are images of their own")
    func copyCycle() throws {
        let catalog = try MadeLightroom()
        try catalog.addItem(["masterImage": 2])
        try catalog.addItem(["masterImage": 1])
        try catalog.addItem(["masterImage": 3])
        try catalog.addItem(["masterImage": 999])
        #expect(try catalog.items().map(\.exclusion) == [nil, nil, nil, nil])
    }

    @Test("imports 6: smart, quick, published and unsaved collections are listed")
    func others() throws {
        let catalog = try MadeLightroom()
        try catalog.addItem()
        try add(catalog, 1, "library.smart_collection", "Five stars")
        try add(catalog, 2, "library.collection", "quick collection", system: 1)
        try add(catalog, 3, "slideshow.unsaved", "", system: 1)
        try add(catalog, 4, "print.unsaved", "", system: 1)
        try add(catalog, 5, "layout.book", "Book")
        try addMembers(catalog, 2, [(1, nil)])
        try addMembers(catalog, 3, [(1, nil)])
        try catalog.insert(
            "AgLibraryPublishedCollection", ["id_local": 1, "creationId": "x", "name": "Photostream"])
        try catalog.insert("AgLibraryPublishedCollectionImage", ["collection": 1, "image": 1])
        #expect(try collections(catalog).isEmpty)
        #expect(
            try catalog.others() == [
                "Collection albums unsupported slideshow unsaved of 1 photos",
                "Book albums unsupported layout book of 0 photos", "Five stars smart-albums unsupported -",
                "quick collection albums unsupported quick collection of 1 photos",
                "Photostream albums unsupported published collection of 1 photos",
            ])
    }

    @Test("imports 1.5: collection sets in a cycle are invalid, and the others come over")
    func cycle() throws {
        let catalog = try MadeLightroom()
        try add(catalog, 1, "library.group", "a", parent: 2)
        try add(catalog, 2, "library.group", "b", parent: 1)
        try add(catalog, 3, "library.collection", "c", parent: 3)
        try add(catalog, 4, "library.collection", "d", parent: 999)
        let found = try collections(catalog)
        #expect(found.map(\.title) == ["c", "d", "a", "b"])
        #expect(found.map(\.exclusion) == [nil, nil, .invalid, .invalid])
        #expect(found.allSatisfy { $0.parent == nil })
    }
}
