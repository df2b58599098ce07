@_exported public import AlbumenGraphics
@_exported public import Foundation
// Members that Apple's Foundation has and Foundation on Linux lacks.
@_exported public import FoundationAdditions
// Apple's Foundation has item providers, so UIKit's clients expect them.
@_exported public import ItemProviders
