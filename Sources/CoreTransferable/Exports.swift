// A provider loads and registers transferable values, so a client needs both modules.
@_exported public import Foundation
@_exported public import ItemProviders
@_exported public import UniformTypeIdentifiers
