import Photos
import UIKit

func useUIScreen() -> CGSize {
    let screen: UIScreen = UIScreen.main
    let _: CGRect = screen.nativeBounds
    let _: CGFloat = screen.nativeScale
    let scale: CGFloat = screen.scale
    let width = (UIScreen.main.bounds.width - 3) / 4
    return CGSize(width: width * scale, height: width * scale)
}
