import AlbumenTestSupport
import Foundation
import SwiftUI
import Testing

@testable import PhotosUI

/// SwiftUI's picker over the private picker.
@MainActor @Suite struct PhotosPickerTests {
    /// A model that loads the chosen item, as models of apps do.
    private final class Model {
        var item: PhotosPickerItem?
        var items: [PhotosPickerItem] = []

        var selection: Binding<PhotosPickerItem?> { Binding(get: { self.item }, set: { self.item = $0 }) }
        var selections: Binding<[PhotosPickerItem]> { Binding(get: { self.items }, set: { self.items = $0 }) }
    }

    private let model = Model()

    @Test func `a chosen item is stored, and loads as SwiftUI's image`() async throws {
        let picks = try FakePicks()
        let bytes = SampleMedia.png(width: 12, height: 8)
        picks.addFile("A/public.png", bytes)
        picks.set("added", [FakePicks.item("A", files: [("public.png", "IMG_0001.PNG", bytes.count)])])
        let isChosen = await PickerEnvironment.$current.withValue(picks.environment) {
            await PhotosPicker(selection: model.selection, matching: .images).present()
        }
        #expect(isChosen)
        let image = try await #require(model.item).loadTransferable(type: Image.self)
        #expect(image?.uiImage?.size == CGSize(width: 12, height: 8))
        #expect(try picks.request?["limit"] as? Int == 1)
    }

    @Test func `cancelling keeps the selection`() async throws {
        let picks = try FakePicks()
        model.items = [PhotosPickerItem(itemIdentifier: "A")]
        picks.set("cancelled")
        let isChosen = await PickerEnvironment.$current.withValue(picks.environment) {
            await PhotosPicker(
                selection: model.selections, maxSelectionCount: 4, selectionBehavior: .ordered,
                preferredItemEncoding: .current
            ).present()
        }
        #expect(!isChosen && model.items == [PhotosPickerItem(itemIdentifier: "A")])
        let request = try #require(try picks.request)
        #expect(request["limit"] as? Int == 4 && request["selection"] as? String == "ordered")
        #expect(request["representation"] as? String == "current")
    }

    /// Presents a picker of several items, with the model's items selected.
    private func presentPreselected(_ environment: [String: String]) async -> Bool {
        await PickerEnvironment.$current.withValue(environment) {
            await PhotosPicker(selection: model.selections, photoLibrary: .shared()).present()
        }
    }

    @Test(arguments: ["expired", "cancelled"])
    func `a picker that expires or is cancelled keeps preselected items`(state: String) async throws {
        let picks = try FakePicks()
        model.items = [PhotosPickerItem(itemIdentifier: "A")]
        picks.set(state)
        #expect(await presentPreselected(picks.environment) == false)
        #expect(try picks.request?["preselected"] as? [String] == ["A"])
        #expect(model.items == [PhotosPickerItem(itemIdentifier: "A")])
    }

    @Test func `a user who deselects all items has chosen`() async throws {
        let picks = try FakePicks()
        model.items = [PhotosPickerItem(itemIdentifier: "A")]
        picks.set("added")
        #expect(await presentPreselected(picks.environment))
        #expect(model.items.isEmpty)
    }

    @Test func `a user who adds only preselected items has chosen`() async throws {
        let picks = try FakePicks()
        model.items = ["A", "B"].map { PhotosPickerItem(itemIdentifier: $0) }
        picks.set("added", [FakePicks.item("T", identifier: "B", isPreselected: true)])
        #expect(await presentPreselected(picks.environment))
        #expect(model.items.map(\.itemIdentifier) == ["B"])
    }

    @Test func `a cancelled task closes the page and keeps the selection`() async throws {
        let picks = try FakePicks()
        let selection = model.selection
        let presentation = Task { @MainActor in
            await PickerEnvironment.$current.withValue(picks.environment) {
                await PhotosPicker(selection: selection).present()
            }
        }
        await picks.creation()
        presentation.cancel()
        #expect(await presentation.value == false)
        #expect(await picks.next(0) == "DELETE")
        #expect(model.item == nil)
    }
}
