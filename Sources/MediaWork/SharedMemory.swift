import CAlbumenSystem
import Foundation
package import Pixels
import SystemCalls
import SystemPackage

/// Pixels on their way from a worker to its host: memory without a name, which the host makes and seals. Its size never
/// changes, and after the seal neither do its bytes, so what the host has checked stays true.
package enum SharedMemory {
    /// A worker writes no more than its pictures; the kernel may round that up to large pages.
    private static let slackInBytes = 4 << 20

    /// Makes room for the pictures of an answer. It takes up memory only when a worker writes into it. The caller closes the
    /// descriptor.
    static func make(for sizes: [RenderRequest.Size]) throws(MediaError) -> Int32 {
        try make(byteCount: sizes.reduce(0) { $0 + $1.limitInBytes })
    }

    /// Copies a file's bytes into new memory, from which a worker reads as from a file. The caller closes the descriptor.
    static func make(of bytes: Data) throws(MediaError) -> Int32 {
        let descriptor = try make(byteCount: bytes.count)
        do {
            let result = bytes.withUnsafeBytes { bytes in
                Result { () throws(MediaError) in try write(bytes, to: descriptor) }
            }
            try result.get()
            try seal(descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func make(byteCount: Int) throws(MediaError) -> Int32 {
        let descriptor = albumen_make_memory(byteCount)
        guard descriptor >= 0 else { throw failure("made", Errno(rawValue: -descriptor)) }
        return descriptor
    }

    /// Copies the pictures into the host's memory, one behind the other as `PictureLayout` describes.
    package static func write(_ pictures: [Bitmap], to descriptor: Int32) throws(MediaError) {
        for picture in pictures { try append(picture, to: descriptor) }
    }

    /// Ends all writing, by whomever.
    private static func seal(_ descriptor: Int32) throws(MediaError) {
        let reason = albumen_seal_memory(descriptor)
        guard reason == 0 else { throw failure("sealed", Errno(rawValue: reason)) }
    }

    /// Seals the memory of an answer without pictures, and returns whether it is empty.
    static func sealUnused(_ descriptor: Int32) -> Bool {
        albumen_seal_memory(descriptor) == 0 && albumen_memory_in_use(descriptor) == 0
    }

    /// How much memory has been written, in whole pages.
    static func byteCountInUse(_ descriptor: Int32) -> Int { max(0, albumen_memory_in_use(descriptor)) }

    /// How large a file in memory is; 0 for a file on a disk.
    static func sealedByteCount(_ descriptor: Int32) -> Int { max(0, albumen_sealed_memory_size(descriptor)) }

    /// Seals the memory and lends the pictures in it. The descriptor stays the caller's.
    ///
    /// - Throws: `protocolViolation` if the pictures are not as described, or the worker wrote less or more than them.
    static func pictures(in descriptor: Int32, _ layout: PictureLayout, for sizes: [RenderRequest.Size])
        throws(MediaError) -> [Bitmap]
    {
        try seal(descriptor)
        let capacity = albumen_sealed_memory_size(descriptor)
        guard capacity > 0, let size = layout.byteCount(for: sizes), size <= capacity,
            (size...size + slackInBytes).contains(albumen_memory_in_use(descriptor))
        else {
            throw MediaError(.protocolViolation, "The media worker's pictures are not as it describes them.")
        }
        // Private: some kernels refuse to share what is sealed against writing. Nobody writes, so nothing is copied.
        guard let base = mmap(nil, size, PROT_READ, MAP_PRIVATE | Int32(MAP_POPULATE), descriptor, 0),
            base != MAP_FAILED
        else { throw failure("mapped", .current) }
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
        do throws(Errno) {
            try FileDescriptor(rawValue: descriptor).write(all: bytes)
        } catch {
            throw failure("written", error)
        }
    }

    private static func failure(_ done: String, _ reason: Errno) -> MediaError {
        MediaError(.exhausted, "memory for the picture could not be \(done): \(reason)")
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
