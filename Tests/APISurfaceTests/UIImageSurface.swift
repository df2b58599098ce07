import Photos
import UIKit

func useUIImage(_ image: UIImage, _ other: UIImage, _ cgImage: CGImage, _ data: Data) async {
    let _: UIImage = UIImage()
    let _: UIImage? = UIImage(data: data)
    let _: UIImage? = UIImage(data: data, scale: UIScreen.main.scale)
    let _: UIImage? = UIImage(contentsOfFile: "/dev/null")
    let _: UIImage = UIImage(cgImage: cgImage)
    let _: UIImage = UIImage(cgImage: cgImage, scale: image.scale, orientation: image.imageOrientation)

    let _: CGSize = image.size
    let _: CGFloat = image.scale
    let _: UIImage.Orientation = image.imageOrientation
    let _: CGImage? = image.cgImage
    let _: Bool = image.isHighDynamicRange
    let _: Data? = image.jpegData(compressionQuality: 0.8)
    let _: Data? = image.pngData()
    let _: Bool = image.isEqual(other)
    let _: Bool = image == other
    let _: String = image.description

    let _: UIImage? = image.preparingForDisplay()
    let _: UIImage? = await image.byPreparingForDisplay()
    image.prepareForDisplay { (prepared: UIImage?) in print(prepared as Any) }
    let _: UIImage? = image.preparingThumbnail(of: CGSize(width: 10, height: 10))
    let _: UIImage? = await image.byPreparingThumbnail(ofSize: CGSize(width: 10, height: 10))
    image.prepareThumbnail(of: CGSize(width: 10, height: 10)) { (prepared: UIImage?) in print(prepared as Any) }

    requireSendable(image)
    requireHashable(image)
    requireRawValue(image.imageOrientation)
    let cache = NSCache<NSString, UIImage>()
    cache.setObject(image, forKey: "image")
    let _: UIImage? = cache.object(forKey: "image")
    let _: [UIImage] = [UIImage](repeating: UIImage(), count: 3)
}

final class BadgedImage: UIImage, @unchecked Sendable {
    override var size: CGSize { CGSize(width: super.size.width + 1, height: super.size.height) }
    override var scale: CGFloat { super.scale }
    override var imageOrientation: UIImage.Orientation { super.imageOrientation }
    override var cgImage: CGImage? { super.cgImage }
}

/// As clients turn an image upright.
func upright(_ image: UIImage) -> UIImage? {
    guard image.imageOrientation != .up else { return image }
    UIGraphicsBeginImageContextWithOptions(image.size, false, image.scale)
    defer { UIGraphicsEndImageContext() }
    image.draw(in: CGRect(origin: .zero, size: image.size))
    return UIGraphicsGetImageFromCurrentImageContext()
}

/// As clients cut out a part.
func square(_ image: UIImage) -> UIImage? {
    let side = min(image.size.width, image.size.height) * image.scale
    guard let part = image.cgImage?.cropping(to: CGRect(x: 0, y: 0, width: side, height: side)) else { return nil }
    return UIImage(cgImage: part, scale: image.scale, orientation: image.imageOrientation)
}
