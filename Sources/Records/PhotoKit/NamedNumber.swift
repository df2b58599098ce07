/// A PhotoKit enumeration whose case names appear in JSON and in messages.
package protocol NamedNumber: PhotoKitNumber, CustomStringConvertible {
    /// PhotoKit's case names.
    static var names: [Self: String] { get }
}

extension NamedNumber {
    /// Returns `nil` if PhotoKit has no such case name.
    package init?(name: String) {
        guard let value = Self.names.first(where: { $0.value == name })?.key else { return nil }
        self = value
    }

    /// PhotoKit's case name. Returns `nil` if this version doesn't know the value.
    package var name: String? { Self.names[self] }

    /// PhotoKit's case name, or the number of a value that this version doesn't know.
    package var description: String { name ?? String(rawValue) }
}
