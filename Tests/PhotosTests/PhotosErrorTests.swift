import BlobStore
import Catalog
import Foundation
import Photos
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// Errors in app code (§1.4).
@Suite struct PhotosErrorTests {
    private func raise(_ error: any Error) throws {
        throw error
    }

    @Test("PhotoKit's errors are PHPhotosError and NSError")
    func casts() throws {
        let thrown: any Error = NSError.photos(LibraryError(.unsupportedChange, "It cannot be changed."))
        let error = try #require(thrown as? PHPhotosError)
        #expect(error.code == .changeNotSupported)
        #expect(error.errorCode == 3300)
        #expect(error.localizedDescription == "It cannot be changed.")
        #expect((thrown as NSError).code == 3300)
        #expect((thrown as NSError).domain == PHPhotosErrorDomain)
        #expect(((thrown as Any) as? NSError)?.code == 3300)
        #expect(((thrown as Any) as? PHPhotosError)?.code == .changeNotSupported)
    }

    @Test("an app's own error converts in both directions")
    func ownErrors() throws {
        let own: any Error = PHPhotosError(.invalidResource, userInfo: [NSLocalizedDescriptionKey: "Torn"])
        #expect((own as NSError).code == 3302)
        #expect((own as NSError).domain == PHPhotosErrorDomain)
        #expect((own as NSError).localizedDescription == "Torn")
        #expect(((own as Any) as? NSError)?.code == 3302)
        #expect(NSError.photos(own).localizedDescription == "Torn")
        #expect(PHPhotosError(.userCancelled) == PHPhotosError(.userCancelled))
        #expect(PHPhotosError(.userCancelled) != PHPhotosError(.internalError))
        #expect(Set([PHPhotosError(.userCancelled), PHPhotosError(.userCancelled)]).count == 1)
    }

    @Test("another domain isn't a PHPhotosError", arguments: [NSCocoaErrorDomain, "CloudPhotoLibraryErrorDomain"])
    func foreignErrors(domain: String) {
        let error: any Error = NSError(domain: domain, code: 3072)
        #expect(error as? PHPhotosError == nil)
        #expect((error as Any) as? PHPhotosError == nil)
    }

    @Test("errors are caught by pattern")
    func patterns() {
        func name(_ error: any Error) -> String {
            do {
                try raise(error)
                return "none"
            } catch PHPhotosError.userCancelled {
                return "cancelled"
            } catch let error as PHPhotosError where error.code == .notEnoughSpace {
                return "full"
            } catch let error as PHPhotosError {
                return "\(error.code)"
            } catch {
                return "foreign"
            }
        }
        #expect(name(NSError.photos(LibraryError(.needsConfirmation, ""))) == "cancelled")
        #expect(name(NSError.photos(BlobStoreError(.notEnoughSpace, ""))) == "full")
        #expect(name(NSError.photos(LibraryError(.inconsistentIndexes, ""))) == "operationInterrupted")
        #expect(name(PHPhotosError(.missingResource)) == "missingResource")
        #expect(name(CancellationError()) == "foreign")
    }

    @Test("each error of the engine has its code")
    func numbers() {
        func code(_ code: LibraryError.Code) -> Int { NSError.photos(LibraryError(code, "")).code }
        #expect(code(.notFound) == 3303)
        #expect(code(.missingResource) == 3303)
        #expect(code(.invalidResource) == 3302)
        #expect(code(.unsupportedChange) == 3300)
        #expect(code(.inconsistentIndexes) == 3301)
        #expect(code(.needsConfirmation) == 3072)
        #expect(code(.invalidValue) == -1)
        #expect(code(.mismatchedPair) == -1)
        #expect(code(.accessDenied) == 3311)
        #expect(NSError.photos(CatalogError(.diskFull, "")).code == 3305)
        #expect(NSError.photos(BlobStoreError(.sourceChanged, "")).code == 3302)
    }

    @Test("a change fails with a reason if the library can't be opened")
    func noLibrary() throws {
        let session = PhotoLibrarySession(environment: ["ALBUMEN_ACCESS": "authorized"]) {
            throw LibraryError(.newerFormat, "A newer Albumen made it.")
        }
        PhotoLibrarySession.$current.withValue(session) {
            let error = #expect(throws: PHPhotosError.self) {
                try PHPhotoLibrary.shared().performChangesAndWait {
                    PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Trip")
                }
            }
            #expect(error?.code == .internalError)
            #expect(error?.localizedDescription == "A newer Albumen made it.")
        }
    }
}
