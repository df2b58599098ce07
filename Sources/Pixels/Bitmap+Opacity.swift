extension Bitmap {
    /// Whether all pixels are opaque. Many files have an alpha channel but don't use it.
    package var isOpaque: Bool {
        guard hasAlpha else { return true }
        return withBytes { bytes in
            for y in 0..<height {
                let row = UnsafeRawBufferPointer(rebasing: bytes[y * bytesPerRow..<y * bytesPerRow + width * 4])
                var meet: UInt32 = .max
                for pixel in row.bindMemory(to: UInt32.self) { meet &= pixel }
                if UInt32(littleEndian: meet) >> 24 != 255 { return false }
            }
            return true
        }
    }
}
