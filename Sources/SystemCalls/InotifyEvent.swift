internal import Glibc

/// A notification of the kernel about a watched folder or file (inotify).
package struct InotifyEvent: Sendable {
    /// The number of the watch, which `inotify_add_watch` returned.
    package let watch: Int32
    package let mask: UInt32
    /// The bytes of the name in the watched folder, empty for the folder itself.
    package let name: [UInt8]

    /// Whether one of the bits is set.
    package func has(_ bits: Int32...) -> Bool { bits.contains { mask & UInt32(bitPattern: $0) != 0 } }

    /// Returns the events so far, and doesn't wait if the descriptor is `IN_NONBLOCK`.
    package static func pending(in descriptor: Int32) -> [InotifyEvent] {
        var events: [InotifyEvent] = []
        let header = MemoryLayout<inotify_event>.size
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var offset = 0
                while offset + header <= count {
                    let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let name = buffer[(offset + header)..<min(count, offset + header + Int(event.len))]
                    events.append(
                        InotifyEvent(watch: event.wd, mask: event.mask, name: name.prefix { $0 != 0 }.map { $0 }))
                    offset += header + Int(event.len)
                }
            }
        }
        return events
    }
}
