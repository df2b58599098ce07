@_exported public import AlbumenGraphics
@_exported public import Foundation
// Apple's Foundation has item providers, so UIKit's clients expect them.
@_exported public import ItemProviders
