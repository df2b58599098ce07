/// A PhotoKit option set whose member names appear in JSON and in messages.
package protocol NamedOptions: PhotoKitNumber, OptionSet {
    /// PhotoKit's names of single options, lowest bit first.
    static var optionNames: [(option: Self, name: String)] { get }
}

extension NamedOptions where Element == Self {
    /// The names of the options in the set, lowest bit first. Leaves out bits that this version doesn't know.
    package var names: [String] {
        Self.optionNames.filter { contains($0.option) }.map(\.name)
    }
}
