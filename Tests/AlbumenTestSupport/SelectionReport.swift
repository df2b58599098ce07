/// The result of the program `ManyRequests` for one client with limited access.
package struct SelectionReport: Codable, Sendable {
    /// The local identifiers of the assets that the client fetched.
    package var fetched: [String]
    /// The local identifiers of the assets with a delivered image.
    package var delivered: Set<String>
    package var images: Int
    /// The number of images that were delivered after the gate's file appeared.
    package var imagesAfterGate: Int
    /// The number of failed requests by the code of their error.
    package var failures: [Int: Int]

    package init() {
        (fetched, delivered, images, imagesAfterGate, failures) = ([], [], 0, 0, [:])
    }
}
