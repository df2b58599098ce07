import AlbumenTestSupport
import Foundation
import ItemProviders
import Photos
import Synchronization
import Testing
import UIKit

@testable import Albumen
@testable import PhotoLibrary
@testable import PhotosUI

/// The picker on the real server, with the owner's page driven by its requests.
@MainActor @Suite struct PickerJourneyTests {
    /// The program beside the one that runs the tests.
    private static let albumen = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "albumen").path

    private let folder: TemporaryFolder
    private let temporary: TemporaryLibrary
    private let host = PickerHost()

    init() throws {
        folder = try TemporaryFolder()
        temporary = try TemporaryLibrary()
        try folder.makeFolder("in")
    }

    /// The environment of the app. The browser is a program that stores its address.
    private func environment() throws -> [String: String] {
        let script = """
            #!/bin/sh
            printf '%s\\n' "$1" > \(folder.path)/link.new
            mv \(folder.path)/link.new \(folder.path)/link
            """
        let browser = try folder.write(Data(script.utf8), to: "xdg-open")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: browser.path)
        return [
            "ALBUMEN_LIBRARY": temporary.folder.path(percentEncoded: false), "ALBUMEN_COMMAND": Self.albumen,
            "HOME": folder.path, "PATH": "\(folder.path):/usr/bin:/bin", "LC_ALL": "C.UTF-8",
        ]
    }

    /// Imports files and returns the UUIDs of the assets by file name.
    private func importFiles(_ files: [String: Data]) throws -> [String: String] {
        for (name, data) in files { try folder.write(data, to: "in/\(name)") }
        let events = try temporary.importPaths([folder.file("in").path])
        let assets = events.compactMap { event -> (String, String)? in
            guard case .imported(let path, let uuid, _, _) = event else { return nil }
            return (URL(fileURLWithPath: path).lastPathComponent, uuid)
        }
        return Dictionary(uniqueKeysWithValues: assets)
    }

    /// Waits for the link that the server's browser got.
    private func link() async throws -> String {
        let file = folder.file("link")
        try await waitUntil { FileManager.default.fileExists(atPath: file.path) }
        return try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Ends the server that the picker has started.
    private func stopServer() throws {
        let data = try Data(contentsOf: temporary.folder.appending(path: "server.json"))
        let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        kill(pid_t(try #require(document["process"] as? Int)), SIGTERM)
    }

    private func data(_ provider: NSItemProvider, _ type: String) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            provider.loadDataRepresentation(forTypeIdentifier: type) { data, error in
                continuation.resume(with: Result(data, error))
            }
        }
    }

    @Test func `a picker starts a server, which opens the browser, and gets the original of what was chosen`()
        async throws
    {
        let original = SampleMedia.jpeg(width: 320, height: 200)
        let assets = try importFiles(["a.jpg": original, "b.jpg": SampleMedia.jpeg(width: 200, height: 320)])
        var configuration = PHPickerConfiguration(photoLibrary: .shared())
        configuration.preferredAssetRepresentationMode = .current
        host.present(configuration, environment: try environment())
        let link = try await link()
        defer { #expect(throws: Never.self) { try stopServer() } }
        let page = try await OwnersPage(link: link)
        let number = try await page.waitingPick()
        let chosen = try #require(assets["a.jpg"])
        try await page.choose([chosen], in: number)
        let result = try #require(try await host.results().first)
        host.dismiss(animated: true)
        #expect(result.assetIdentifier == "\(chosen)/L0/001")
        #expect(result.itemProvider.suggestedName == "a")
        #expect(try await data(result.itemProvider, "public.image") == original)
        let image: UIImage = try await withCheckedThrowingContinuation { continuation in
            _ = result.itemProvider.loadObject(ofClass: UIImage.self) { image, error in
                continuation.resume(with: Result(image as? UIImage, error))
            }
        }
        #expect(image.size == CGSize(width: 320, height: 200))
    }

    @Test func `a chosen HEIC loads as an image`() async throws {
        let photo = try #require(UIImage(data: SampleMedia.jpeg(width: 64, height: 48)))
        let original = try #require(photo.heicData())
        let assets = try importFiles(["a.HEIC": original])
        host.present(PHPickerConfiguration(), environment: try environment())
        let page = try await OwnersPage(link: try await link())
        defer { #expect(throws: Never.self) { try stopServer() } }
        try await page.choose([try #require(assets["a.HEIC"])], in: try await page.waitingPick())
        let provider = try #require(try await host.results().first).itemProvider
        host.dismiss(animated: true)
        #expect(provider.registeredTypeIdentifiers == ["public.heic", "public.jpeg"])
        #expect(provider.canLoadObject(ofClass: UIImage.self))
        let image: UIImage = try await withCheckedThrowingContinuation { continuation in
            _ = provider.loadObject(ofClass: UIImage.self) { image, error in
                continuation.resume(with: Result(image as? UIImage, error))
            }
        }
        #expect(image.size == CGSize(width: 64, height: 48))
        #expect(try await data(provider, "public.heic") == original)
    }

    @Test func `the same asset has the same token in each picker, which preselects it`() async throws {
        let assets = try importFiles([
            "a.jpg": SampleMedia.jpeg(width: 320, height: 200), "b.jpg": SampleMedia.jpeg(width: 200, height: 320),
        ])
        let environment = try environment()
        var configuration = PHPickerConfiguration()
        configuration.selectionLimit = 0
        configuration.selection = .ordered
        host.present(configuration, environment: environment)
        let page = try await OwnersPage(link: try await link())
        defer { #expect(throws: Never.self) { try stopServer() } }
        let order = [try #require(assets["b.jpg"]), try #require(assets["a.jpg"])]
        try await page.choose(order, in: try await page.waitingPick())
        let first = try await host.results()
        host.dismiss(animated: true)
        #expect(first.map(\.itemProvider.suggestedName) == ["b", "a"])
        #expect(first.map(\.assetIdentifier) == [nil, nil])

        configuration.preselectedAssetIdentifiers = [first[1].assetToken]
        host.present(configuration, environment: environment)
        try await page.choose([order[1]], in: try await page.waitingPick(), action: "cancel")
        let second = try await host.results()
        host.dismiss(animated: true)
        #expect(second.map(\.assetToken) == [first[1].assetToken])
        #expect(second.map(\.itemProvider.registeredTypeIdentifiers) == [[]])
    }
}
