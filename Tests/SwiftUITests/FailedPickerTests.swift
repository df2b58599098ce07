import SwiftUI
import Testing

@testable import PhotosUI

/// Pickers that can't show their page.
@MainActor
@Suite struct FailedPickerTests {
    @Test(arguments: [
        ["ALBUMEN_SERVER": "nonsense"],
        ["ALBUMEN_LIBRARY": "/nonexistent", "ALBUMEN_COMMAND": "/nonexistent/albumen"],
    ])
    func `a picker without a server keeps preselected items`(environment: [String: String]) async {
        var items = ["A", "B"].map { PhotosPickerItem(itemIdentifier: $0) }
        let selection = Binding(get: { items }, set: { items = $0 })
        let isChosen = await PickerEnvironment.$current.withValue(environment) {
            await PhotosPicker(selection: selection, photoLibrary: .shared()).present()
        }
        #expect(!isChosen && items.map(\.itemIdentifier) == ["A", "B"])
    }
}
