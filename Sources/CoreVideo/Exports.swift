// Apple's CoreVideo brings these names, and clients rely on it.
@_exported public import AlbumenGraphics
@_exported public import Foundation
