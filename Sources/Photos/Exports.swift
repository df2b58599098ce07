// Apple's Photos re-exports these modules, and clients rely on it.
@_exported public import AVFoundation
@_exported public import CoreImage
@_exported public import CoreLocation
@_exported public import Foundation
@_exported public import UIKitCore
@_exported public import UniformTypeIdentifiers
