import MediaContainers
package import MediaRequests

/// Finds the bytes of a photo or video to overwrite, so that it no longer has its location or its captions.
///
/// Only metadata change. Each value is overwritten in place or its directory is closed up, so that the file keeps its
/// size, all offsets in it stay valid, and pixels and frames are the same bytes. Metadata that can't be understood are
/// removed completely.
package struct MetadataRemoval {
    let removed: RemovedMetadata
    var changes: ByteChanges

    /// Files in files, such as the thumbnail of a thumbnail.
    private static let depthLimit = 4
    /// Bytes behind a picture that only look like another one.
    private static let trailerLimit = 64

    /// Returns the changes of a file.
    ///
    /// If there are none, the file is searched for places by other means (`RemainingMetadata`).
    ///
    /// - Throws: `unsupported` if metadata can't be removed from this kind of file, or a place remains. `unreadable` if
    ///   the file can't be read to its end.
    package static func changes(
        of file: UnsafeRawBufferPointer, removing removed: RemovedMetadata
    ) throws(MediaError) -> [ByteChange] {
        var removal = MetadataRemoval(removed: removed, changes: ByteChanges(of: ByteView(file)))
        try removal.removeFromFile()
        if removal.changes.all.isEmpty, removed.contains(.location), RemainingMetadata.areIn(removal.file) {
            throw MediaError(.unsupported, "its place is stored where it can't be removed")
        }
        return removal.changes.all
    }

    private init(removed: RemovedMetadata, changes: ByteChanges) {
        self.removed = removed
        self.changes = changes
    }

    var file: ByteView { changes.original }

    /// Returns the bytes of a range of the file, without the part that passes its end.
    func slice(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: file.bytes[range.clamped(to: 0..<file.count)])
    }

    static func check(_ depth: Int) throws(MediaError) {
        guard depth < depthLimit else { throw MediaError(.unsupported, "its metadata are nested too deeply") }
    }

    private mutating func removeFromFile() throws(MediaError) {
        let whole = 0..<file.count
        switch (file.uint32(at: 0), file.code(at: 4)) {
        case (.some(0xFFD8_FF00...0xFFD8_FFFF), _):
            let end = try removeFromJPEG(whole, depth: 0)
            try removeFromTrailer(end..<whole.upperBound)
        case (0x8950_4E47, _): try removeFromPNG(whole)
        case (0x5249_4646, _) where file.has("WEBP", at: 8): try removeFromWebP()
        case (0x4749_4638, _): try removeFromGIF()
        case (0x4949_2A00, _), (0x4D4D_002A, _): _ = try removeFromExif(whole, isFile: true)
        case (_, "ftyp"), (_, "moov"), (_, "mdat"), (_, "wide"), (_, "free"), (_, "skip"), (_, "pnot"):
            try removeFromMovie(whole, depth: 0)
        default: throw MediaError(.unsupported, "metadata can't be removed from files of this format")
        }
    }

    /// Removes metadata behind the end of a JPEG file: from further pictures, and from the movie of a Motion Photo.
    /// Other bytes become zero.
    private mutating func removeFromTrailer(_ trailer: Range<Int>) throws(MediaError) {
        var position = trailer.lowerBound
        var failures = 0
        while position < trailer.upperBound {
            let next = nextFile(in: position..<trailer.upperBound)
            try changes.zero(position..<next)
            guard next < trailer.upperBound else { return }
            if file.uint16(at: next) == 0xFFD8 {
                let first = changes.all.count
                do throws(MediaError) {
                    position = try removeFromJPEG(next..<trailer.upperBound, depth: 1)
                } catch {
                    // Other bytes can look like the start of a picture.
                    guard error.code == .unreadable, failures < Self.trailerLimit else { throw error }
                    failures += 1
                    changes.drop(since: first)
                    position = next + 3
                    try changes.zero(next..<position)
                }
            } else {
                position = endOfMovie(in: next..<trailer.upperBound)
                try removeFromMovie(next..<position, depth: 1)
            }
        }
    }

    private func nextFile(in range: Range<Int>) -> Int {
        var position = range.lowerBound
        while position + 12 <= range.upperBound {
            if file.bytes[position] == 0xFF {
                if let mark = file.uint32(at: position), mark >> 8 == 0xFFD8FF, mark & 0xFF >= 0xC0 { return position }
            } else if file.bytes[position] == 0x66, position >= range.lowerBound + 4, file.has("ftyp", at: position),
                let size = file.uint32(at: position - 4), (8...1024).contains(size)
            {
                return position - 4
            }
            position += 1
        }
        return range.upperBound
    }

    private func endOfMovie(in range: Range<Int>) -> Int {
        let boxes = BoxSequence(file, in: range)
        return boxes.reduce(range.lowerBound) { boxes.holdsWhole($1) ? $1.end : $0 }
    }
}
