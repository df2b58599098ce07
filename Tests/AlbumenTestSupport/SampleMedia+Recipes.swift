package import Foundation

extension SampleMedia {
    /// Returns the data of a recipe as Apple's editor writes it: JSON in deflate without a header. The bytes are stored,
    /// not compressed.
    ///
    /// - Parameter adjustments: The JSON of the list of adjustments.
    package static func appleRecipe(adjustments: String) -> Data {
        deflated(#"{"adjustments": \#(adjustments), "metadata": {"masterWidth": 64}, "versionInfo": {}}"#)
    }

    /// Returns the recipe of a Live Photo's effect.
    ///
    /// - Parameter flavor: `AutoLoop`, `Mirror` or `LongExposure`.
    package static func appleRecipe(flavor: String, isEnabled: Bool = true) -> Data {
        appleRecipe(
            adjustments: """
                [{"identifier": "SmartTone", "enabled": true, "settings": {"flavor": 3}}, \
                {"identifier": "AutoLoop", "enabled": \(isEnabled), "settings": {"flavor": "\(flavor)", "recipe": {}}}]
                """)
    }

    /// Returns text in one block of deflate that isn't compressed. The text has less than 64 KB.
    package static func deflated(_ text: String) -> Data {
        let bytes = Array(text.utf8)
        let length = UInt16(bytes.count)
        let (low, high) = (UInt8(truncatingIfNeeded: length), UInt8(length >> 8))
        return Data([1, low, high, ~low, ~high] + bytes)
    }
}
