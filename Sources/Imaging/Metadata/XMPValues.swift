import CExiv2

/// The simple properties and the arrays of one namespace in an XMP packet. Only one thread can use it.
final class XMPValues {
    private let values: OpaquePointer

    /// - Parameter namespace: The namespace's address. The packet can use any prefix for it.
    /// - Returns: `nil` if the bytes aren't a packet.
    init?(_ packet: UnsafeRawBufferPointer, namespace: String) {
        guard let base = packet.baseAddress,
            let values = albumen_xmp_values_create(
                base.assumingMemoryBound(to: UInt8.self), packet.count, namespace)
        else { return nil }
        self.values = values
    }

    deinit {
        albumen_xmp_values_destroy(values)
    }

    /// Returns the text of a property, or of an array's first item.
    func text(_ name: String) -> String? {
        albumen_xmp_values_text(values, name, 0).text
    }

    /// Returns the numbers of a property or of an array, up to the first item that isn't a number.
    func numbers(_ name: String, limit: Int) -> [Double] {
        var numbers: [Double] = []
        while numbers.count < limit, let number = albumen_xmp_values_text(values, name, numbers.count).number {
            numbers.append(number)
        }
        return numbers
    }
}
