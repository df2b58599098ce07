// Apple's AVFoundation re-exports these modules, and clients rely on it.
@_exported public import AlbumenGraphics
@_exported public import CoreImage
@_exported public import CoreMedia
@_exported public import Foundation
@_exported public import UniformTypeIdentifiers
