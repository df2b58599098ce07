public import CoreTransferable
import Foundation
import ItemProviders
public import Photos
import UniformTypeIdentifiers

extension PHLivePhoto: Transferable {
    /// Imports the folder of a Live Photo, as `NSItemProvider.loadObject(ofClass:)` does. A Live Photo can't be exported.
    public static var transferRepresentation: some TransferRepresentation {
        FileRepresentation<PHLivePhoto>(importedContentType: .livePhotoBundle, shouldAttemptToOpenInPlace: true) {
            try PHLivePhoto.object(
                withItemProviderFileAt: $0.file, typeIdentifier: UTType.livePhotoBundle.identifier)
        }
    }
}
