// Apple's PhotosUI re-exports these modules, and clients rely on it.
@_exported public import CoreTransferable
@_exported public import Photos
@_exported public import UIKitCore
