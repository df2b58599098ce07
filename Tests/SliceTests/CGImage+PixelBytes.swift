import AlbumenGraphics
import Foundation

extension CGImage {
    /// What the data provider hands out.
    var pixelBytes: [UInt8]? {
        (dataProvider?.data as Data?).map(Array.init)
    }
}
