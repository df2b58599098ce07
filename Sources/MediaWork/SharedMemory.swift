import CAlbumenSystem
import Foundation
package import Pixels

/// Pixels on their way from a worker to its host: memory without a name, sealed, so that it neither shrinks under the
/// reader nor changes after it was checked.
package enum SharedMemory {
    /// Copies the pictures into new memory, one behind the other as `PictureLayout` says. The caller closes the descriptor.
    package static func make(of pictures: [Bitmap]) throws(MediaError) -> Int32 {
        try make { descriptor throws(MediaError) in
            for picture in pictures { try append(picture, to: descriptor) }
        }
    }

    /// Copies a file's bytes into new memory, from which a worker reads as from a file. The caller closes the descriptor.
    static func make(of bytes: Data) throws(MediaError) -> Int32 {
        try make { descriptor throws(MediaError) in
            let result = bytes.withUnsafeBytes { bytes in
                Result { () throws(MediaError) in try write(bytes, to: descriptor) }
            }
            try result.get()
        }
    }

    private static func make(_ fill: (Int32) throws(MediaError) -> Void) throws(MediaError) -> Int32 {
        let descriptor = albumen_make_memory()
        guard descriptor >= 0 else { throw failure("made", -descriptor) }
        do {
            try fill(descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        let reason = albumen_seal_memory(descriptor)
        guard reason == 0 else {
            close(descriptor)
            throw failure("sealed", reason)
        }
        return descriptor
    }

    /// The pictures in a worker's memory. The descriptor stays the caller's.
    static func pictures(in descriptor: Int32, _ layout: PictureLayout, for sizes: [RenderRequest.Size])
        throws(MediaError) -> [Bitmap]
    {
        let size = albumen_sealed_memory_size(descriptor)
        guard size > 0, layout.isPlausible(for: sizes, byteCount: size) else {
            throw MediaError(.protocolViolation, "The media worker's pictures are not as it describes them.")
        }
        // Private: some kernels refuse to share what is sealed against writing. Nobody writes, so nothing is copied.
        guard let base = mmap(nil, size, PROT_READ, MAP_PRIVATE | Int32(MAP_POPULATE), descriptor, 0),
            base != MAP_FAILED
        else { throw failure("mapped", errno) }
        let mapping = Mapping(base: UnsafeRawPointer(base), count: size)
        return layout.pictures.map { picture in
            Bitmap(
                takingOver: mapping.base + picture.offset, width: picture.width, height: picture.height,
                bytesPerRow: picture.width * Bitmap.bytesPerPixel, hasAlpha: picture.hasAlpha,
                release: { _ in withExtendedLifetime(mapping) {} })
        }
    }

    private static func append(_ picture: Bitmap, to descriptor: Int32) throws(MediaError) {
        let rowSize = picture.width * Bitmap.bytesPerPixel
        try picture.withBytes { bytes throws(MediaError) in
            guard picture.bytesPerRow != rowSize else { return try write(bytes, to: descriptor) }
            for row in 0..<picture.height {
                let start = row * picture.bytesPerRow
                try write(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + rowSize)]), to: descriptor)
            }
        }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(MediaError) {
        var rest = bytes
        while !rest.isEmpty {
            let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw failure("written", errno) }
            rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        }
    }

    private static func failure(_ done: String, _ code: Int32) -> MediaError {
        MediaError(.exhausted, "memory for the picture could not be \(done): \(String(cString: strerror(code)))")
    }
}

/// Unmapped when the last picture in it goes.
private final class Mapping: @unchecked Sendable {
    let base: UnsafeRawPointer
    let count: Int

    init(base: UnsafeRawPointer, count: Int) {
        self.base = base
        self.count = count
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: base), count)
    }
}
