import AlbumenGraphics
import Foundation

extension CGImage {
    /// The bytes of the data provider.
    var pixelBytes: [UInt8]? {
        (dataProvider?.data as Data?).map(Array.init)
    }
}
