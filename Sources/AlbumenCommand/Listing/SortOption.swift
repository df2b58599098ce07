import Albumen
import ArgumentParser

/// The value of `--sort`: a sort key of PhotoKit, with `:desc` for descending order.
enum SortOption {
    static func sort(_ text: String) throws -> AssetFetch.Sort {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let direction = parts.count > 1 ? parts[1].lowercased() : "asc"
        guard direction == "asc" || direction == "desc" else {
            throw ValidationError(
                "--sort is \(text). Write \(parts[0]) for the smallest first or \(parts[0]):desc for the largest.")
        }
        return AssetFetch.Sort(key: String(parts[0]), isAscending: direction == "asc")
    }
}
