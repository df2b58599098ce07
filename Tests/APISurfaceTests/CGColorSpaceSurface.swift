import Photos
import UIKit

func useCGColorSpace() {
    let space: CGColorSpace? = CGColorSpace(name: CGColorSpace.sRGB)
    let _: [CGColorSpace?] = [
        CGColorSpace(name: CGColorSpace.extendedSRGB), CGColorSpace(name: CGColorSpace.linearSRGB),
        CGColorSpace(name: CGColorSpace.extendedLinearSRGB),
        CGColorSpace(name: CGColorSpace.displayP3), CGColorSpace(name: CGColorSpace.adobeRGB1998),
        CGColorSpace(name: CGColorSpace.genericGrayGamma2_2), CGColorSpace(name: CGColorSpace.linearGray),
    ]
    let _: CGColorSpace = CGColorSpaceCreateDeviceRGB()
    let _: CGColorSpace = CGColorSpaceCreateDeviceGray()
    let _: CFString? = space?.name
    let _: String? = space?.name as String?
    let _: CGColorSpaceModel? = space?.model
    let _: Bool = space?.model == .rgb || space?.model == .monochrome || space?.model == .unknown
    let _: Int? = space?.numberOfComponents
    let _: Bool? = space?.isWideGamutRGB
    let _: Bool = space == CGColorSpaceCreateDeviceRGB()
    requireSendable(CGColorSpaceCreateDeviceRGB())
    requireHashable(CGColorSpaceCreateDeviceRGB())
}
