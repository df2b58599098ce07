// Apple's Photos brings these along, and client files count on it.
@_exported public import CoreLocation
@_exported public import Foundation
@_exported public import UIKit
@_exported public import UniformTypeIdentifiers
