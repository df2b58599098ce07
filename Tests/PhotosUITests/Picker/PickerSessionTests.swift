import AlbumenTestSupport
import Foundation
import Photos
import Testing

@testable import PhotosUI

/// The delegate's calls, and the end of a pick.
@MainActor @Suite struct PickerSessionTests {
    private static let photo = FakePicks.item("A", files: [("public.jpeg", "IMG_0001.JPG", 4)])
    private static let second = FakePicks.item("B", name: "IMG_0002", files: [("public.jpeg", "IMG_0002.JPG", 4)])

    @Test func `§9.4: Add delivers the results once, on the main actor, and the picker stays`() async throws {
        let picks = try FakePicks()
        let host = PickerHost()
        host.present(at: picks)
        picks.set("open")
        picks.set("added", [Self.photo, Self.second])
        let results = try await host.results()
        #expect(results.map(\.assetToken) == ["A", "B"])
        #expect(results.map(\.assetIdentifier) == [nil, nil])
        #expect(results.map(\.itemProvider.suggestedName) == ["IMG_0001", "IMG_0002"])
        #expect(results.map(\.itemProvider.registeredTypeIdentifiers) == [["public.jpeg"], ["public.jpeg"]])
        #expect(results[0] != results[1] && Set(results).count == 2)
        #expect(host.presentedViewController === host.lastPicker)
        #expect(try picks.request?["application"] as? String == "Test")
        host.dismiss(animated: true)
        #expect(host.callCount == 1)
    }

    @Test func `§10.28: Cancel delivers preselected assets without types, and ends the pick`() async throws {
        let picks = try FakePicks()
        let host = PickerHost()
        host.present(at: picks)
        picks.set("cancelled", [FakePicks.item("A", identifier: "X/L0/001", isPreselected: true)])
        let results = try await host.results()
        #expect(results.map(\.assetIdentifier) == ["X/L0/001"])
        #expect(results[0].itemProvider.registeredTypeIdentifiers == [])
        #expect(results[0].itemProvider.suggestedName == nil)
        #expect(await picks.next(0) == "DELETE")
        host.dismiss(animated: true)
    }

    @Test func `a dismissed picker without a choice deletes its pick, and calls nobody`() async throws {
        let picks = try FakePicks()
        let host = PickerHost()
        host.present(at: picks)
        await picks.creation()
        host.dismiss(animated: true)
        #expect(await picks.next(0) == "DELETE")
        #expect(host.callCount == 0)
    }

    @Test func `a pick with a choice lives as long as its providers`() async throws {
        let picks = try FakePicks()
        picks.addFile("A/public.jpeg", Data("jpeg".utf8))
        let host = PickerHost()
        host.present(at: picks)
        picks.set("added", [Self.photo])
        try await {
            let provider = try await host.results()[0].itemProvider
            host.dismiss(animated: true)
            let data = try await withCheckedThrowingContinuation { continuation in
                _ = provider.loadDataRepresentation(forTypeIdentifier: "public.image") { data, error in
                    continuation.resume(with: Result(data, error))
                }
            }
            #expect(data == Data("jpeg".utf8))
            #expect(picks.requestCount == 0)
        }()
        #expect(await picks.next(0) == "DELETE")
    }

    @Test func `§9.4.2: a continuous picker delivers each selection, with one provider for each asset`() async throws {
        let picks = try FakePicks()
        let host = PickerHost()
        var configuration = PHPickerConfiguration()
        configuration.selection = .continuousAndOrdered
        configuration.selectionLimit = 0
        host.present(configuration, at: picks)
        picks.set("open", [Self.photo])
        let first = try await host.results()
        picks.set("open", [Self.second, Self.photo])
        let both = try await host.results()
        #expect(both.map(\.assetToken) == ["B", "A"])
        #expect(both[1] == first[0])
        host.dismiss(animated: true)
        #expect(await picks.next(0) == #"PATCH {"end":true}"#)
        #expect(host.callCount == 2)
    }

    @Test func `changes reach the server in their order, also those before the pick exists`() async throws {
        let picks = try FakePicks()
        let host = PickerHost()
        host.present(at: picks)
        let picker = try #require(host.lastPicker)
        var update = PHPickerConfiguration.Update()
        picker.updatePicker(using: update)
        update.selectionLimit = 3
        update.edgesWithoutContentMargins = .top
        picker.updatePicker(using: update)
        picker.deselectAssets(withIdentifiers: ["A"])
        picker.moveAsset(withIdentifier: "A", afterAssetWithIdentifier: nil)
        await picks.creation()
        picker.scrollToInitialPosition()
        picker.zoomIn()
        picker.zoomOut()
        for text in ["Lisbon", ""] {
            var search = PHPickerConfiguration.Update()
            search.searchText = PHPickerSearchText(text)
            picker.updatePicker(using: search)
        }
        let expected = [
            #"{"edgesWithoutContentMargins":["top"],"limit":3}"#, #"{"deselect":["A"]}"#,
            #"{"move":{"after":null,"item":"A"}}"#, #"{"scrollToInitialPosition":true}"#, #"{"zoom":"in"}"#,
            #"{"zoom":"out"}"#, #"{"search":"Lisbon"}"#, #"{"search":""}"#,
        ]
        for (position, change) in expected.enumerated() {
            let request = await picks.next(position)
            let sent = try JSONSerialization.jsonObject(with: Data(request.dropFirst("PATCH ".count).utf8))
            let text = try JSONSerialization.data(withJSONObject: sent, options: .sortedKeys)
            #expect(String(decoding: text, as: UTF8.self) == change)
        }
        #expect(picker.configuration == PHPickerConfiguration())
        host.dismiss(animated: true)
        picker.zoomIn()
        #expect(await picks.next(expected.count) == "DELETE")
    }

    @Test func `if the server ends, the delegate gets no results`() async throws {
        let picks = try FakePicks()
        let host = PickerHost()
        host.present(at: picks)
        await picks.creation()
        picks.stop()
        #expect(try await host.results().isEmpty)
    }

    @Test(arguments: ["nonsense", "http://example.org", "http://127.0.0.1:8420/path", "ftp://127.0.0.1"])
    func `an address that isn't a server's gives no results`(address: String) async throws {
        let host = PickerHost()
        host.present(PHPickerConfiguration(), environment: ["ALBUMEN_SERVER": address])
        #expect(try await host.results().isEmpty)
    }

    @Test func `without a server and without the program, the delegate gets no results`() async throws {
        let folder = try TemporaryFolder()
        let host = PickerHost()
        host.present(
            PHPickerConfiguration(),
            environment: ["ALBUMEN_LIBRARY": folder.path, "ALBUMEN_COMMAND": folder.path + "/missing"])
        #expect(try await host.results().isEmpty)
    }

    @Test func `a program that ends at once gives no results`() async throws {
        let folder = try TemporaryFolder()
        let host = PickerHost()
        host.present(
            PHPickerConfiguration(),
            environment: ["ALBUMEN_LIBRARY": folder.path, "ALBUMEN_COMMAND": "/bin/false"])
        #expect(try await host.results().isEmpty)
    }
}
