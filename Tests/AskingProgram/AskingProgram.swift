import Foundation
import Photos
import PhotosUI
import UIKit

/// An app in a process of its own, for tests with a terminal or with a process that is killed.
///
/// Usage: asking-program read | add | fetch | delete | select
@main enum AskingProgram {
    @MainActor static func main() async {
        switch CommandLine.arguments.dropFirst().first {
        case "read": say(name(await PHPhotoLibrary.requestAuthorization(for: .readWrite)))
        case "add": say(name(await PHPhotoLibrary.requestAuthorization(for: .addOnly)))
        case "fetch":
            say("fetched \(PHAsset.fetchAssets(with: nil).count)")
            // Until it's killed.
            while true { try? await Task.sleep(for: .seconds(3600)) }
        case "delete":
            do {
                try await PHPhotoLibrary.shared().performChanges {
                    PHAssetChangeRequest.deleteAssets(PHAsset.fetchAssets(with: nil))
                }
                say("deleted")
            } catch {
                say("error \((error as NSError).code)")
            }
        case "select":
            let identifiers = await PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: UIViewController())
            say("selected \(identifiers)")
        default: say("unknown command")
        }
    }

    private static func name(_ status: PHAuthorizationStatus) -> String {
        switch status {
        case .notDetermined: "notDetermined"
        case .restricted: "restricted"
        case .denied: "denied"
        case .authorized: "authorized"
        case .limited: "limited"
        @unknown default: "unknown"
        }
    }

    private static func say(_ text: String) {
        FileHandle.standardOutput.write(Data("\(text)\n".utf8))
    }
}
