@_exported public import AlbumenGraphics
@_exported public import CoreVideo
@_exported public import Foundation
@_exported public import ImageIO
