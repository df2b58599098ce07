import CLibTurboJPEG
import Synchronization

/// A libjpeg-turbo coder for one call. Creating a coder takes a considerable part of the time of a thumbnail, so a
/// few idle ones are kept.
struct JPEGCoder: ~Copyable {
    enum Kind {
        case encoding, decoding
    }

    /// The largest number of idle coders to keep. No more threads than this code images at the same time.
    private static let keptLimit = 8

    // Unchecked because only the thread that removes a coder from the list uses it.
    private struct Kept: @unchecked Sendable {
        let handle: tjhandle
    }

    private static let encoders = Mutex<[Kept]>([])
    private static let decoders = Mutex<[Kept]>([])

    let handle: tjhandle
    private let kind: Kind

    init(_ kind: Kind) throws {
        let kept =
            switch kind {
            case .encoding: Self.encoders.withLock { $0.popLast() }
            case .decoding: Self.decoders.withLock { $0.popLast() }
            }
        guard let handle = kept?.handle ?? (kind == .encoding ? tjInitCompress() : tjInitDecompress()) else {
            throw PictureCodingError(
                kind == .encoding ? .cannotEncode : .undecodable, "There is no memory for a JPEG coder.")
        }
        self.handle = handle
        self.kind = kind
    }

    deinit {
        let kept = Kept(handle: handle)
        let isKept =
            switch kind {
            case .encoding: Self.encoders.withLock { Self.keep(kept, in: &$0) }
            case .decoding: Self.decoders.withLock { Self.keep(kept, in: &$0) }
            }
        if !isKept { tjDestroy(handle) }
    }

    private static func keep(_ coder: Kept, in list: inout [Kept]) -> Bool {
        guard list.count < keptLimit else { return false }
        list.append(coder)
        return true
    }

    /// The message of the latest error.
    var message: String { "JPEG: " + String(cString: tjGetErrorStr2(handle)) }
}
