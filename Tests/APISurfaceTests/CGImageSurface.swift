import Photos
import UIKit

func useCGImage(_ image: CGImage, _ other: CGImage) {
    let _: Int = image.width
    let _: Int = image.height
    let _: Int = image.bitsPerComponent
    let _: Int = image.bitsPerPixel
    let _: Int = image.bytesPerRow
    let _: CGColorSpace? = image.colorSpace
    let _: Float = image.contentHeadroom
    let _: CGImageAlphaInfo = image.alphaInfo
    let _: CGBitmapInfo = image.bitmapInfo
    let _: CGDataProvider? = image.dataProvider
    let _: Bool = image.isMask
    let _: Bool = image.shouldInterpolate
    let _: CGColorRenderingIntent = image.renderingIntent
    let _: CGImage? = image.cropping(to: CGRect(x: 0, y: 0, width: 10, height: 10))
    let _: CGImage? = image.copy()
    let _: Bool = image == other
    requireSendable(image)
    requireHashable(image)
}

/// As clients read one pixel's colour.
func colour(of image: UIImage, x: Int, y: Int) -> [CGFloat]? {
    guard let cgImage = image.cgImage,
        let pixelData = cgImage.dataProvider?.data,
        let data: UnsafePointer<UInt8> = CFDataGetBytePtr(pixelData)
    else { return nil }
    let pixel = cgImage.bytesPerRow * y + cgImage.bitsPerPixel / 8 * x
    guard pixel + 3 < CFDataGetLength(pixelData) else { return nil }
    return (0..<4).map { CGFloat(data[pixel + $0]) / CGFloat(255.0) }
}

/// As clients make every pixel grey.
func grey(_ image: CGImage) -> CGImage? {
    guard let provider = image.dataProvider, let data = provider.data as Data?, let space = image.colorSpace else {
        return nil
    }
    var bytes = [UInt8](data)
    for index in stride(from: 0, to: bytes.count, by: 4) {
        let average = UInt8((Int(bytes[index]) + Int(bytes[index + 1]) + Int(bytes[index + 2])) / 3)
        (bytes[index], bytes[index + 1], bytes[index + 2]) = (average, average, average)
    }
    guard let grey = CGDataProvider(data: Data(bytes) as CFData) else { return nil }
    return CGImage(
        width: image.width, height: image.height, bitsPerComponent: 8, bitsPerPixel: 32,
        bytesPerRow: image.bytesPerRow, space: space, bitmapInfo: image.bitmapInfo, provider: grey, decode: nil,
        shouldInterpolate: true, intent: .defaultIntent)
}

func useCGDataProvider(_ data: Data, _ bytes: [UInt8]) {
    let provider: CGDataProvider? = CGDataProvider(data: data as CFData)
    let _: CGDataProvider? = CGDataProvider(data: NSData(bytes: bytes, length: bytes.count))
    let _: CFData? = provider?.data
    let _: Data? = provider?.data as Data?
}

func useCGBitmapInfo(_ orientation: CGImagePropertyOrientation) {
    let _: CGBitmapInfo = CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue)
    let _: CGBitmapInfo = [.byteOrder32Little, CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedFirst.rawValue)]
    let _: UInt32 = CGBitmapInfo.byteOrder32Big.rawValue | CGImageAlphaInfo.noneSkipLast.rawValue
    let _: CGBitmapInfo = [.byteOrder16Little, .byteOrder16Big, .floatComponents, .alphaInfoMask, .byteOrderMask]
    let _: CGImageAlphaInfo? = CGImageAlphaInfo(rawValue: 1)
    let _: [CGImageAlphaInfo] = [
        .none, .premultipliedLast, .premultipliedFirst, .last, .first, .noneSkipLast, .noneSkipFirst, .alphaOnly,
    ]
    let _: [CGColorRenderingIntent] = [
        .defaultIntent, .absoluteColorimetric, .relativeColorimetric, .perceptual, .saturation,
    ]
    let _: CGImagePropertyOrientation? = CGImagePropertyOrientation(rawValue: 6)
    let _: UInt32 = orientation.rawValue
}

/// As clients turn EXIF's orientation into UIKit's.
extension UIImage.Orientation {
    init(_ orientation: CGImagePropertyOrientation) {
        switch orientation {
        case .up: self = .up
        case .upMirrored: self = .upMirrored
        case .down: self = .down
        case .downMirrored: self = .downMirrored
        case .left: self = .left
        case .leftMirrored: self = .leftMirrored
        case .right: self = .right
        case .rightMirrored: self = .rightMirrored
        @unknown default: self = .up
        }
    }
}
