import UIKit

/// Uses the modules that UIKit brings on a phone.
@Observable
public final class FilterModel {
    public var intensity = 0.5
    public private(set) var result: UIImage?

    public init() {}

    public func apply(to image: UIImage) {
        guard let input = CIImage(image: image) else { return }
        let filter = CIFilter(name: "CISepiaTone")
        filter?.setValue(input, forKey: kCIInputImageKey)
        filter?.setValue(intensity, forKey: kCIInputIntensityKey)
        guard let output = filter?.outputImage,
            let cgImage = CIContext().createCGImage(output, from: output.extent)
        else { return }
        result = UIImage(cgImage: cgImage)
    }

    public func inverted(_ image: UIImage) -> UIImage? {
        CIImage(image: image).map { UIImage(ciImage: $0.applyingFilter("CIColorInvert")) }
    }

    public func isJPEG(_ data: Data) -> Bool {
        guard let source = CGImageSourceCreateWithData(data as CFData, nil),
            let type = CGImageSourceGetType(source)
        else { return false }
        return UTType(type as String)?.conforms(to: .jpeg) ?? false
    }
}
