import Foundation
import Testing

/// Clients that rely on the details of Apple's declarations, in the language modes of Swift 5 and 6.
@Suite struct AppleSignatureTests {
    @Test(arguments: ["5", "6"])
    func `a class without an isolation uses view controllers and views, with warnings in mode 6`(
        mode: String
    ) async throws {
        let source = ClientSource(text: Self.unisolatedClasses)
        let report = try await source.compile(inMode: mode)
        #expect(report.isCompiled, "\(report.text)")
        #expect(report.lines(with: "warning") == (mode == "5" ? [] : source.lines(marked: "main actor")))
    }

    @Test(arguments: ["5", "6"])
    func `a deprecated name gives a warning`(mode: String) async throws {
        let source = ClientSource(text: Self.deprecatedNames)
        let report = try await source.compile(inMode: mode)
        #expect(report.isCompiled, "\(report.text)")
        #expect(report.lines(with: "warning") == source.lines(marked: "deprecated"))
    }

    @Test(arguments: ["5", "6"])
    func `Live Photo editing has options of strings with a default, and sendable handlers`(mode: String) async throws {
        try await expectNoWarning(Self.livePhotoEditing, mode)
    }

    @Test(arguments: ["5", "6"])
    func `asynchronous methods take objects of the caller's actor`(mode: String) async throws {
        try await expectNoWarning(Self.callersIsolation, mode)
    }

    @Test(arguments: ["5", "6"])
    func `a protocol repeats the signatures of changes and authorization`(mode: String) async throws {
        try await expectNoWarning(Self.repeatedSignatures, mode)
    }

    @Test(arguments: ["5", "6"])
    func `a change block sets a variable`(mode: String) async throws {
        try await expectNoWarning(Self.placeholders, mode)
    }

    @Test(arguments: ["5", "6"])
    func `a result can be ignored`(mode: String) async throws {
        try await expectNoWarning(Self.ignoredResults, mode)
    }

    private func expectNoWarning(_ text: String, _ mode: String) async throws {
        let report = try await ClientSource(text: text).compile(inMode: mode)
        #expect(report.isCompiled, "\(report.text)")
        #expect(!report.text.contains("warning:"), "\(report.text)")
    }
}

extension AppleSignatureTests {
    private static let unisolatedClasses = """
        import PhotosUI
        import UIKit

        /// A class without an isolation, as apps have it since iOS 14.
        final class PhotoImporter {
            func makePicker(for delegate: any PHPickerViewControllerDelegate) -> PHPickerViewController {
                let picker = PHPickerViewController(configuration: PHPickerConfiguration())  // main actor
                picker.delegate = delegate  // main actor
                return picker
            }

            func show(_ picker: PHPickerViewController, over screen: UIViewController) {
                screen.present(picker, animated: true)  // main actor
                picker.deselectAssets(withIdentifiers: [])  // main actor
            }

            func report(_ results: [PHPickerResult], of picker: PHPickerViewController) {
                picker.delegate?.picker(picker, didFinishPicking: results)  // main actor
            }
        }

        final class LivePhotoPlayer {
            func play(_ livePhoto: PHLivePhoto, in parent: UIView) {
                let view = PHLivePhotoView(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
                view.livePhoto = livePhoto  // main actor
                parent.addSubview(view)  // main actor
                view.startPlayback(with: .full)  // main actor
                view.delegate?.livePhotoView(view, didEndPlaybackWith: .full)  // main actor
            }
        }

        final class AppServices {
            func openSettings() {
                guard let url = URL(string: UIApplication.openSettingsURLString) else { return }
                UIApplication.shared.open(url)  // main actor
                print(UIDevice.current.model, UIApplication.shared.connectedScenes.count)  // main actor
            }

            func makeCameraPicker() -> UIImagePickerController {
                let picker = UIImagePickerController()
                picker.sourceType = .photoLibrary  // main actor
                picker.delegate = nil  // main actor
                return picker
            }

            func makeWindow() -> UIWindow {
                let window = UIWindow(frame: UIScreen.main.bounds)
                window.rootViewController = UIViewController()  // main actor
                window.makeKeyAndVisible()  // main actor
                print(window.windowScene?.windows.count ?? 0)  // main actor
                return window
            }
        }
        """

    private static let deprecatedNames = """
        import Photos

        func readFormerNames(_ resource: PHAssetResource, _ identifier: PHCloudIdentifier, _ manager: PHCachingImageManager) {
            print(resource.originalFilename)  // deprecated
            print(identifier.stringValue)  // deprecated
            print(PHCloudIdentifier(stringValue: "text"))  // deprecated
            manager.allowsCachingHighQualityImages = false  // deprecated
            print(resource.filename ?? "", resource.contentType, identifier.archivalStringValue)
            print(PHCloudIdentifier(archivalStringValue: "text") ?? identifier)
        }
        """
}
