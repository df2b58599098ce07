import Foundation

/// How large a picture of the worker's is, in pixels.
struct RenderedSize: Decodable {
    var width: Int
    var height: Int

    /// What the worker answers of one picture.
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
