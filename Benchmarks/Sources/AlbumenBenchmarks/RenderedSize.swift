import Foundation

/// The size in pixels of a picture made by the worker.
struct RenderedSize: Decodable {
    var width: Int
    var height: Int

    /// The worker's answer about a picture.
    struct Answer: Decodable {
        struct Message: Decodable {
            struct Pictures: Decodable {
                struct Layout: Decodable { var pictures: [RenderedSize] }
                var _0: Layout
            }
            var pictures: Pictures
        }
        var message: Message

        var size: RenderedSize {
            get throws {
                guard let size = message.pictures._0.pictures.first else {
                    throw BenchmarkFailure("the worker answers no picture")
                }
                return size
            }
        }
    }
}
