extension ClientSource {
    static let unisolatedClasses = ClientSource(
        name: "UnisolatedClasses",
        text: """
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
            """)

    static let deprecatedNames = ClientSource(
        name: "DeprecatedNames",
        text: """
            import Photos

            func readFormerNames(_ resource: PHAssetResource, _ identifier: PHCloudIdentifier, _ manager: PHCachingImageManager) {
                print(resource.originalFilename)  // deprecated
                print(identifier.stringValue)  // deprecated
                print(PHCloudIdentifier(stringValue: "text"))  // deprecated
                manager.allowsCachingHighQualityImages = false  // deprecated
                print(resource.filename ?? "", resource.contentType, identifier.archivalStringValue)
                print(PHCloudIdentifier(archivalStringValue: "text") ?? identifier)
            }
            """)
}
