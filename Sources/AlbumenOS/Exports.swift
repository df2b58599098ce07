@_exported public import CUnfairLock
// Apple's module brings Foundation's classes, which clients pass as arguments.
@_exported public import Foundation
