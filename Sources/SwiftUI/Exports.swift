// Apple's SwiftUI re-exports these modules, and clients rely on it. There are no views, so this module only has the
// values and property wrappers that models use.
// `ObservableObject` and `@Published`.
@_exported public import AlbumenCombine
@_exported public import CoreTransferable
@_exported public import Foundation
@_exported public import Observation
@_exported public import UIKit
@_exported public import UniformTypeIdentifiers
