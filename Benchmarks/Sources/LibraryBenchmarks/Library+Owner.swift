import Albumen

extension Library {
    /// The library as its owner uses it through a benchmark.
    var owner: LibraryView { view(for: .owner(through: "benchmark")) }
}
