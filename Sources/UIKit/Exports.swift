// Apple's UIKit re-exports these modules, and clients rely on it.
@_exported public import AlbumenGraphics
@_exported public import CoreImage
@_exported public import Foundation
// Members that Apple's Foundation has and Foundation on Linux lacks.
@_exported public import FoundationAdditions
@_exported public import ImageIO
@_exported public import Observation
@_exported public import UIKitCore
@_exported public import UniformTypeIdentifiers
