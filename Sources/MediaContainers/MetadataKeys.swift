/// The `keys` box of QuickTime metadata: the names to which the items of `ilst` refer by number.
package enum MetadataKeys {
    /// Returns the names in their order, without those behind the first damaged one.
    ///
    /// - Parameters:
    ///   - content: The content of the box, starting at its version.
    ///   - limit: The maximum number of names.
    ///   - nameLimit: The maximum number of bytes that are read of a name.
    package static func names(in content: ByteView, limit: Int = .max, nameLimit: Int = .max) -> [String] {
        var names: [String] = []
        var position = 8
        while names.count < limit, let size = content.uint32(at: position), size >= 8,
            let name = content.part(at: position + 8, count: size - 8)
        {
            names.append(String(decoding: name.prefix(nameLimit), as: UTF8.self))
            position += size
        }
        return names
    }
}
