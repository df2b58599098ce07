import CAlbumenSystem
package import Foundation
package import Pixels
import SystemCalls
import SystemPackage

/// Anonymous memory that carries pixels from a worker to its host. The host creates and seals it. Its size never
/// changes. After the seal its bytes don't change either, so checks of the host stay valid.
package enum SharedMemory {
    /// The tolerance for the size of the images that a worker writes. The kernel may round it up to large pages.
    private static let slackInBytes = 4 << 20

    /// Creates memory for the images of an answer. Pages take up memory when a worker writes to them. The caller
    /// closes the descriptor.
    package static func make(for sizes: [RenderRequest.Size]) throws(MediaError) -> Int32 {
        try make(byteCount: sizes.reduce(0) { $0 + $1.limitInBytes })
    }

    /// Copies a file's bytes into new memory, which a worker reads like a file. The caller closes the descriptor.
    package static func make(of bytes: Data) throws(MediaError) -> Int32 {
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

    /// Copies an image's rows without padding into new memory. The caller closes the descriptor.
    package static func make(of bitmap: Bitmap) throws(MediaError) -> Int32 {
        let descriptor = try make(byteCount: bitmap.width * bitmap.height * Bitmap.bytesPerPixel)
        do throws(MediaError) {
            try append(bitmap, to: descriptor)
            try seal(descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    package static func make(byteCount: Int) throws(MediaError) -> Int32 {
        let descriptor = albumen_make_memory(byteCount)
        guard descriptor >= 0 else { throw failure("made", Errno(rawValue: -descriptor)) }
        return descriptor
    }

    /// Copies images into the host's memory, one after another, as `PictureLayout` describes.
    package static func write(_ pictures: [Bitmap], to descriptor: Int32) throws(MediaError) {
        var written = 0
        for (picture, place) in zip(pictures, PictureLayout(Rendering(pictures: pictures)).pictures) {
            try append(picture, to: descriptor)
            written += picture.width * picture.height * Bitmap.bytesPerPixel
            guard let hdr = picture.hdr else { continue }
            try writeZeros(place.hdrOffset - written, to: descriptor)
            try hdr.withBytes { bytes throws(MediaError) in try write(bytes, to: descriptor) }
            written = place.end
        }
    }

    /// Appends bytes to those that were already written to the host's memory.
    package static func write(_ bytes: UnsafeRawBufferPointer, toStartOf descriptor: Int32) throws(MediaError) {
        try write(bytes, to: descriptor)
    }

    /// Writes bytes to the start of the host's memory, over those that were written before.
    package static func overwrite(_ descriptor: Int32, with bytes: UnsafeRawBufferPointer) throws(MediaError) {
        var done = 0
        while done < bytes.count {
            let count = pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("written", .current) }
            done += count
        }
    }

    /// Prevents all processes from writing to the memory.
    private static func seal(_ descriptor: Int32) throws(MediaError) {
        let reason = albumen_seal_memory(descriptor)
        guard reason == 0 else { throw failure("sealed", Errno(rawValue: reason)) }
    }

    /// Seals memory that the host has written, before a worker reads it.
    package static func sealWritten(_ descriptor: Int32) throws(MediaError) {
        try seal(descriptor)
    }

    /// Seals the memory of an answer without images, and returns whether it's empty.
    package static func sealUnused(_ descriptor: Int32) -> Bool {
        albumen_seal_memory(descriptor) == 0 && albumen_memory_in_use(descriptor) == 0
    }

    /// Returns how much of the memory has been written, in whole pages.
    package static func byteCountInUse(_ descriptor: Int32) -> Int { max(0, albumen_memory_in_use(descriptor)) }

    /// Returns the size of a sealed file in memory, or 0 for a file on disk.
    package static func sealedByteCount(_ descriptor: Int32) -> Int { max(0, albumen_sealed_memory_size(descriptor)) }

    /// Seals the memory and returns the images in it. The caller keeps and closes the descriptor.
    ///
    /// - Throws: `protocolViolation` if the images don't match the layout, or if the worker wrote more or less than
    ///   the images.
    package static func pictures(in descriptor: Int32, _ layout: PictureLayout, for sizes: [RenderRequest.Size])
        throws(MediaError) -> [Bitmap]
    {
        try seal(descriptor)
        let capacity = albumen_sealed_memory_size(descriptor)
        guard capacity > 0, let size = layout.byteCount(for: sizes), size <= capacity,
            (size...size + slackInBytes).contains(albumen_memory_in_use(descriptor))
        else {
            throw MediaError(.protocolViolation, "The media worker's pictures do not match their description.")
        }
        // Private, because some kernels don't share memory that is sealed against writing. Nobody writes to it, so
        // nothing is copied.
        guard let base = mmap(nil, size, PROT_READ, MAP_PRIVATE | Int32(MAP_POPULATE), descriptor, 0),
            base != MAP_FAILED
        else { throw failure("mapped", .current) }
        let mapping = Mapping(base: UnsafeRawPointer(base), count: size)
        return layout.pictures.map { picture in
            Bitmap(
                takingOver: mapping.base + picture.offset, width: picture.width, height: picture.height,
                bytesPerRow: picture.width * Bitmap.bytesPerPixel, hasAlpha: picture.hasAlpha,
                hdr: hdrBitmap(picture, mapping), release: { _ in withExtendedLifetime(mapping) {} })
        }
    }

    private static func hdrBitmap(_ picture: PictureLayout.Picture, _ mapping: Mapping) -> HDRBitmap? {
        guard let headroom = picture.headroom else { return nil }
        return HDRBitmap(
            takingOver: mapping.base + picture.hdrOffset, width: picture.width, height: picture.height,
            hasAlpha: picture.hasAlpha, headroom: headroom,
            release: { _ in withExtendedLifetime(mapping) {} })
    }

    /// Seals the memory and returns a copy of the bytes at its start. The caller keeps and closes the descriptor.
    ///
    /// - Throws: `protocolViolation` if the worker wrote more or fewer bytes than `count`.
    package static func bytes(in descriptor: Int32, count: Int) throws(MediaError) -> Data {
        try seal(descriptor)
        let capacity = albumen_sealed_memory_size(descriptor)
        guard count > 0, count <= capacity,
            (count...count + slackInBytes).contains(albumen_memory_in_use(descriptor))
        else {
            throw MediaError(.protocolViolation, "The media worker's bytes do not match their description.")
        }
        guard let base = mmap(nil, count, PROT_READ, MAP_PRIVATE | Int32(MAP_POPULATE), descriptor, 0),
            base != MAP_FAILED
        else { throw failure("mapped", .current) }
        defer { munmap(base, count) }
        return Data(bytes: base, count: count)
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

    private static func writeZeros(_ count: Int, to descriptor: Int32) throws(MediaError) {
        let result = [UInt8](repeating: 0, count: count).withUnsafeBytes { bytes in
            Result { () throws(MediaError) in try write(bytes, to: descriptor) }
        }
        try result.get()
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

/// A mapping that is removed when its last image is released.
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
