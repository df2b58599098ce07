import AlbumenTestSupport
import Foundation
import Testing

/// The documentation of `Photos`. The build of the client's package compiles its samples.
@Suite struct DocumentationTests {
    @Test func `each article has a sample`() throws {
        let articles = Set(try DocumentationSample.articles().map { $0.name.filter { !$0.isNumber } })
        #expect(
            articles == [
                "AskingTheUser", "ChangingTheLibrary", "ChoosingPhotos", "DifferencesFromApples", "EditingContent",
                "Fetching",
                "GettingStarted",
                "ObservingChanges", "RequestingImages", "VideosLivePhotosAndResources",
            ])
    }

    @Test func `the types that a newcomer meets first have a sample`() throws {
        let types = Set(try DocumentationSample.symbols().map { $0.name.filter { !$0.isNumber } })
        #expect(
            types.isSuperset(of: [
                "PHAsset", "PHAssetChangeRequest", "PHAssetCollection", "PHAssetResource", "PHCachingImageManager",
                "PHFetchOptions", "PHFetchResult", "PHImageManager", "PHLivePhoto", "PHPersistentChangeToken",
                "PHPhotoLibrary",
                "PHPhotoLibraryChangeObserver",
            ]))
    }

    @Test func `SwiftPM reads the manifests in the articles`() async throws {
        let manifests = try DocumentationSample.all().filter(\.isManifest)
        #expect(!manifests.isEmpty)
        for manifest in manifests {
            let folder = try TemporaryFolder()
            try Data(manifest.code.utf8).write(to: folder.file("Package.swift"))
            let outcome = try await ClientPackageTests.builtPackage().run(
                URL(fileURLWithPath: "/usr/bin/env"),
                ["swift", "package", "--package-path", folder.path, "dump-package"],
                environment: [:])
            #expect(outcome.exitStatus == 0, "\(manifest.name): \(outcome.error)")
        }
    }

    /// Makes the same call as `script/docs`, without a copy of DocC's page template.
    @Test func `DocC resolves every link`() async throws {
        let package = try await ClientPackageTests.builtPackage()
        let symbols = try await SymbolGraph.files(of: "Photos", in: package)
        let output = try TemporaryFolder()
        let catalog = ClientPackage.project.appending(path: "Sources/Photos/Photos.docc")
        let outcome = try await package.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            [
                "docc", "convert", catalog.path, "--additional-symbol-graph-dir", symbols.path, "--output-path",
                output.path, "--fallback-display-name", "Photos", "--fallback-bundle-identifier", "albumen.Photos",
                "--disable-parameters-and-returns-validation", "--warnings-as-errors",
                "--no-transform-for-static-hosting",
            ],
            environment: [:])
        #expect(outcome.exitStatus == 0, "\((outcome.output + outcome.error).suffix(8_000))")
    }
}
