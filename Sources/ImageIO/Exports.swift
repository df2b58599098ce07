@_exported public import AlbumenGraphics
@_exported public import Foundation
