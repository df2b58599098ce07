// Apple's UIKit re-exports these modules, and clients rely on it.
@_exported public import AlbumenGraphics
@_exported public import CoreImage
@_exported public import Foundation
@_exported public import ImageIO
@_exported public import Observation
@_exported public import UIKitCore
@_exported public import UniformTypeIdentifiers
