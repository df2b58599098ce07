public import Foundation

/// The volumes of an asset's tracks. It's always empty here, because nothing mixes sound.
open class AVAudioMix: NSObject, NSCopying, @unchecked Sendable {
    /// Creates an empty mix.
    public override init() {
        super.init()
    }

    /// Returns the object itself, because it's immutable.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }
}
