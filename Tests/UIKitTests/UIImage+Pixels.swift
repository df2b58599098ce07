import UIKit

extension UIImage {
    /// The premultiplied bytes of the stored pixels, row by row.
    var pixels: [UInt8] {
        guard let data = cgImage?.dataProvider?.data else { return [] }
        return Array(data as Data)
    }

    /// Creates an image of one row with a width and height of one point per pixel.
    static func row(_ colours: [UIColor]) -> UIImage {
        let size = CGSize(width: colours.count, height: 1)
        return UIGraphicsImageRenderer(size: size, format: .onePixelPerPoint).image { _ in
            for (x, colour) in colours.enumerated() {
                colour.setFill()
                UIRectFill(CGRect(x: x, y: 0, width: 1, height: 1))
            }
        }
    }
}

extension UIGraphicsImageRendererFormat {
    static var onePixelPerPoint: UIGraphicsImageRendererFormat {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        return format
    }
}
