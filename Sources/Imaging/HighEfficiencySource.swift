import CLibHeif
import MediaContainers

/// A file in memory that libheif reads without a copy, for files that libheif's own memory reader can't handle. Only
/// one thread can use it.
///
/// It changes two kinds of files so that libheif can read their headers:
/// - A file that is truncated in its media data gets its original length, with zeros instead of the missing bytes.
/// - A `meta` box that libheif would reject is hidden behind another type, and a repaired box follows at the end of the
///   file.
struct HighEfficiencySource {
    private static let hiddenType = Array("free".utf8)
    /// The largest total number of zeros to return, except for one last read. No missing metadata block is longer.
    private static let zeroLimitInBytes = 64 << 20

    private let view: ByteView
    private let end: Int
    private let hiddenTypeOffset: Int?
    private let repairedMeta: [UInt8]
    private let virtualCount: Int
    private var position = 0
    private var zeroCount = 0

    /// Returns `nil` if the file needs no change.
    init?(_ view: ByteView, _ boxes: FileBoxes) {
        self.view = view
        end = boxes.boxes.last?.type == "mdat" ? max(view.count, boxes.declaredEnd) : view.count
        let repair = boxes.isOpenEnded ? nil : SharedItemReferences.repair(view, boxes)
        hiddenTypeOffset = repair?.typeOffset
        repairedMeta = repair?.meta ?? []
        virtualCount = end + repairedMeta.count
        if virtualCount == view.count { return nil }
    }

    /// Never changes and is never freed, because libheif keeps the pointer.
    nonisolated(unsafe) static let reader: UnsafePointer<heif_reader> = {
        let reader = UnsafeMutablePointer<heif_reader>.allocate(capacity: 1)
        reader.initialize(
            to: heif_reader(
                reader_api_version: 1,
                get_position: { HighEfficiencySource.at($0).map { Int64($0.pointee.position) } ?? 0 },
                read: { data, count, source in
                    guard let source = HighEfficiencySource.at(source), data != nil || count == 0 else { return 1 }
                    return source.pointee.read(into: UnsafeMutableRawBufferPointer(start: data, count: count))
                },
                seek: { position, source in
                    guard let source = HighEfficiencySource.at(source) else { return 1 }
                    return source.pointee.seek(to: position)
                },
                wait_for_file_size: { count, source in
                    guard let source = HighEfficiencySource.at(source), source.pointee.promises(count) else {
                        return heif_reader_grow_status_size_beyond_eof
                    }
                    return heif_reader_grow_status_size_reached
                }))
        return UnsafePointer(reader)
    }()

    /// Returns the source at the address that a context holds.
    private static func at(_ address: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<HighEfficiencySource>? {
        address?.assumingMemoryBound(to: HighEfficiencySource.self)
    }

    /// Returns whether a read that ends at `count` will succeed.
    ///
    /// libheif 1.15 asserts that a promised read doesn't fail, so only the promise can be refused. The promise doesn't
    /// contain the start of the read, so the read that exceeds the limit still succeeds and is the last one.
    private func promises(_ count: Int64) -> Bool {
        count <= virtualCount && (count <= view.count || zeroCount <= Self.zeroLimitInBytes)
    }

    private mutating func read(into destination: UnsafeMutableRawBufferPointer) -> Int32 {
        guard destination.count <= virtualCount - position else { return 1 }
        let present = max(0, min(destination.count, view.count - position))
        if position < end { zeroCount += destination.count - present }
        if let part = view.part(at: position, count: present) { destination.copyMemory(from: part) }
        UnsafeMutableRawBufferPointer(rebasing: destination[present...]).initializeMemory(as: UInt8.self, repeating: 0)
        if let hiddenTypeOffset {
            overlay(Self.hiddenType, at: hiddenTypeOffset, onto: destination)
            overlay(repairedMeta, at: end, onto: destination)
        }
        position += destination.count
        return 0
    }

    /// Copies the part of `bytes` that overlaps with the current read. The bytes are at `offset` in the file.
    private func overlay(_ bytes: [UInt8], at offset: Int, onto destination: UnsafeMutableRawBufferPointer) {
        let first = max(offset, position)
        let last = min(offset + bytes.count, position + destination.count)
        guard first < last else { return }
        let target = UnsafeMutableRawBufferPointer(rebasing: destination[(first - position)..<(last - position)])
        target.copyBytes(from: bytes[(first - offset)..<(last - offset)])
    }

    private mutating func seek(to target: Int64) -> Int32 {
        guard target >= 0, target <= virtualCount else { return 1 }
        position = Int(target)
        return 0
    }
}
