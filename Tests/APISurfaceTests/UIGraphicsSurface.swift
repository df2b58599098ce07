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

func useCGContext(_ image: CGImage, _ uiImage: UIImage) -> CGImage? {
    let space: CGColorSpace = CGColorSpaceCreateDeviceRGB()
    let context: CGContext? = CGContext(
        data: nil, width: image.width, height: image.height, bitsPerComponent: image.bitsPerComponent, bytesPerRow: 0,
        space: space, bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    let bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    context?.saveGState()
    context?.translateBy(x: 0, y: 10)
    context?.scaleBy(x: 1.0, y: -1.0)
    context?.rotate(by: .pi / 2)
    context?.concatenate(CGAffineTransform.identity)
    context?.clip(to: bounds)
    context?.clip(to: [bounds, bounds])
    context?.resetClip()
    context?.interpolationQuality = .high
    context?.setAlpha(0.5)
    context?.setBlendMode(.multiply)
    context?.setFillColor(red: 1, green: 1, blue: 1, alpha: 1)
    context?.setFillColor(gray: 0.5, alpha: 1)
    context?.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
    context?.fill(bounds)
    context?.fill([bounds])
    context?.clear(bounds)
    context?.draw(image, in: bounds)
    context?.restoreGState()
    let _: CGAffineTransform? = context?.ctm
    let _: CGRect? = context?.boundingBoxOfClipPath
    let _: UnsafeMutableRawPointer?? = context?.data
    let _: Int? = context?.bytesPerRow
    let _: CGImageAlphaInfo? = context?.alphaInfo
    let _: CGBitmapInfo? = context?.bitmapInfo
    let _: CGContext? = UIGraphicsGetCurrentContext()
    if let context {
        UIGraphicsPushContext(context)
        UIGraphicsPopContext()
    }
    let _: Data? = UIImageJPEGRepresentation(uiImage, 1.0)
    let _: Data? = UIImagePNGRepresentation(uiImage)
    let renderer = UIGraphicsImageRenderer(bounds: bounds)
    let _: UIImage = renderer.image { rendererContext in
        let _: CGContext = rendererContext.cgContext
        rendererContext.fill(bounds)
        rendererContext.fill(bounds, blendMode: .copy)
        rendererContext.clip(to: bounds)
    }
    let mutable: CFMutableData? = image.dataProvider?.data.flatMap {
        CFDataCreateMutableCopy(kCFAllocatorDefault, 0, $0)
    }
    let _: UnsafeMutablePointer<UInt8>? = mutable.flatMap { CFDataGetMutableBytePtr($0) }
    return context?.makeImage()
}
