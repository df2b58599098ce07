import Foundation

/// A null-terminated list of C strings, such as a program's arguments. Owns its memory.
final class CStringList {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    init(_ texts: [String]) {
        count = texts.count
        pointers = .allocate(capacity: texts.count + 1)
        pointers.initialize(repeating: nil, count: texts.count + 1)
        for (index, text) in texts.enumerated() { pointers[index] = strdup(text) }
    }

    deinit {
        for index in 0..<count { free(pointers[index]) }
        pointers.deallocate()
    }
}
