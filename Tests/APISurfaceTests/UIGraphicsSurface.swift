import Photos
import UIKit

func useUIGraphics(_ image: UIImage) -> UIImage? {
    UIGraphicsBeginImageContext(CGSize(width: 10, height: 10))
    image.draw(at: .zero)
    image.draw(in: CGRect(x: 0, y: 0, width: 5, height: 5))
    image.draw(in: CGRect(x: 0, y: 0, width: 5, height: 5), blendMode: .normal, alpha: 0.5)
    image.draw(at: .zero, blendMode: .copy, alpha: 1.0)
    let newImage = UIGraphicsGetImageFromCurrentImageContext()
    UIGraphicsEndImageContext()
    return newImage
}

func useUIGraphicsImageRenderer(_ image: UIImage, _ size: CGSize) {
    let bounds = CGRect(origin: .zero, size: size)
    let format: UIGraphicsImageRendererFormat = UIGraphicsImageRendererFormat()
    format.scale = 1
    format.opaque = true
    let _: UIGraphicsImageRendererFormat = UIGraphicsImageRendererFormat.default()
    let _: UIGraphicsImageRendererFormat = UIGraphicsImageRendererFormat.preferred()

    let renderer: UIGraphicsImageRenderer = UIGraphicsImageRenderer(size: size)
    let _: UIGraphicsImageRenderer = UIGraphicsImageRenderer(size: size, format: format)
    let _: UIGraphicsImageRenderer = UIGraphicsImageRenderer(bounds: bounds)
    let _: UIGraphicsImageRenderer = UIGraphicsImageRenderer(bounds: bounds, format: format)
    let _: UIGraphicsImageRendererFormat = renderer.format
    let _: UIImage = renderer.image { _ in image.draw(in: bounds) }
    let _: UIImage = renderer.image { context in
        image.draw(in: bounds)
        let _: UIImage = context.currentImage
        let _: UIGraphicsImageRendererFormat = context.format
    }
    let _: Data = renderer.jpegData(withCompressionQuality: 0.9) { _ in image.draw(in: bounds) }
    let _: Data = renderer.pngData { _ in image.draw(in: bounds) }
}
