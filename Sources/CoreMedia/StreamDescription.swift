/// The memory of a description to which clients have pointers.
// Unchecked because the memory doesn't change.
final class StreamDescription: @unchecked Sendable {
    let pointer: UnsafePointer<AudioStreamBasicDescription>

    init(_ description: AudioStreamBasicDescription) {
        let memory = UnsafeMutablePointer<AudioStreamBasicDescription>.allocate(capacity: 1)
        memory.initialize(to: description)
        pointer = UnsafePointer(memory)
    }

    deinit {
        pointer.deallocate()
    }
}
