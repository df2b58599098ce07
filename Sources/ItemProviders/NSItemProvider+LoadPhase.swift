public import Foundation
import Synchronization
package import UniformTypeIdentifiers

extension NSItemProvider {
    /// Not in Apple's framework: the phases of a load.
    public enum LoadPhase: Sendable {
        /// The item's owner gets the original from where it's kept.
        case downloading
        /// The item's owner makes the requested form, for example a JPEG of a HEIC.
        case converting
        /// The bytes are being transferred.
        case transferring
        /// The bytes are being copied into the receiver's file.
        case copying
    }

    /// Registers a file that is made for each load.
    ///
    /// - Parameter loadHandler: Called on a private queue. It passes a file or folder to its argument, which must be the
    ///   only item in a folder of ``ItemFolders``. The load moves or deletes both.
    package func registerTransferredFile(
        for contentType: UTType,
        loadHandler: @escaping @Sendable (@escaping @Sendable (URL?, (any Error)?) -> Void) -> Progress?
    ) {
        register(contentType, .all, source: .transfer(loadHandler))
    }
}

extension Progress {
    /// Not in Apple's framework: the current phase of an item provider's load. `nil` for loads that have ended or whose
    /// provider doesn't report phases, and for other progresses.
    public var itemLoadPhase: NSItemProvider.LoadPhase? {
        (self as? ItemProgress)?.phase ?? (self as? PhasedProgress)?.phase
    }
}

/// The progress of a registered handler that has phases.
package final class PhasedProgress: Progress, @unchecked Sendable {
    private let current = Mutex<NSItemProvider.LoadPhase?>(nil)

    package init(totalUnitCount: Int64) {
        super.init(parent: nil, userInfo: nil)
        self.totalUnitCount = totalUnitCount
    }

    package var phase: NSItemProvider.LoadPhase? {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}
