import CLibTurboJPEG
import Synchronization

/// One of libjpeg-turbo's coders, for one call. Making one costs as much as a good part of a thumbnail, so a few are kept.
struct JPEGCoder: ~Copyable {
    enum Kind {
        case encoding, decoding
    }

    /// More threads than this code pictures at the same time nowhere.
    private static let keptLimit = 8

    // Unchecked: whoever takes it out of the list has it alone.
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

    /// What went wrong last.
    var message: String { "JPEG: " + String(cString: tjGetErrorStr2(handle)) }
}
