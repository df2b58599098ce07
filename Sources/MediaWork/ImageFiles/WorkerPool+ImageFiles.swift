package import Foundation
package import MediaRequests
package import Pixels

extension WorkerPool {
    /// Reads the format and all properties of an image file, without decoding pixels. Blocks the calling thread.
    ///
    /// - Parameter descriptor: The open file, which the caller keeps and closes.
    /// - Throws: `notMedia` if the file isn't an image. Other errors of reading it.
    package func describeImage(descriptor: Int32, filename: String) throws(MediaError) -> ImageFileDescription {
        try ask(.describeImage(filename: filename), descriptor: descriptor) { reply, memory throws(MediaError) in
            guard case .imageFile(let byteCount) = reply, let memory else { return nil }
            return ImageFileDescription(encoded: try SharedMemory.bytes(in: memory, count: byteCount))
        }
    }

    /// Reads the format and all properties of an image file in memory.
    package func describeImage(_ bytes: Data, filename: String) throws(MediaError) -> ImageFileDescription {
        let memory = try SharedMemory.make(of: bytes)
        defer { close(memory) }
        return try describeImage(descriptor: memory, filename: filename)
    }

    /// Encodes an animated image. Blocks the calling thread.
    ///
    /// - Parameters:
    ///   - request: The format, the size, and the delay of each frame.
    ///   - frame: Returns a frame. It's called once per frame, in order. A smaller frame is placed at the upper left,
    ///     and a larger one is cropped.
    /// - Throws: `limitExceeded` if the request is too large, the errors of `frame`, and those of encoding.
    package func encode(
        _ request: AnimationRequest, frame: (Int) throws(MediaError) -> Bitmap
    ) throws(MediaError) -> Data {
        guard request.isPlausible else {
            throw MediaError(.limitExceeded, "The animation has more frames or pixels than Albumen writes.")
        }
        let pixels = try SharedMemory.make(byteCount: request.frameLengthInBytes * request.delays.count)
        defer { close(pixels) }
        let size = PixelSize(width: request.width, height: request.height)
        for index in request.delays.indices {
            try SharedMemory.write([try frame(index).placed(on: size)], to: pixels)
        }
        try SharedMemory.sealWritten(pixels)
        return try ask(.work(.animation(request)), pixels, .slow, nil) { reply, memory throws(MediaError) in
            guard case .imageFile(let byteCount) = reply, let memory else { return nil }
            return try SharedMemory.bytes(in: memory, count: byteCount)
        }
    }
}

extension Bitmap {
    /// Returns the image at the upper left of a canvas, without the parts outside of it.
    fileprivate func placed(on size: PixelSize) -> Bitmap {
        guard size != self.size else { return self }
        let visible = PixelSize(width: min(width, size.width), height: min(height, size.height))
        return Bitmap(width: size.width, height: size.height, hasAlpha: true) { pixels in
            _ = pixels.initializeMemory(as: UInt8.self, repeating: 0)
            withBytes { bytes in
                for y in 0..<visible.height {
                    let start = y * bytesPerRow
                    let row = UnsafeRawBufferPointer(
                        rebasing: bytes[start..<start + visible.width * Self.bytesPerPixel])
                    UnsafeMutableRawBufferPointer(rebasing: pixels[(y * size.width * Self.bytesPerPixel)...])
                        .copyMemory(from: row)
                }
            }
        }
    }
}
