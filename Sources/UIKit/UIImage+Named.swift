public import Foundation
public import UIKitCore

extension UIImage {
    /// Creates the image of a file in the main bundle: for a program, a file beside its executable.
    ///
    /// A name without an extension means a PNG. On a screen with a scale of 2 or 3, a file such as `name@2x.png` comes
    /// first. There are no asset catalogs, and each call reads the file again.
    ///
    /// - Returns: `nil` if there is no such file or it contains no image.
    public convenience init?(named name: String) {
        self.init(named: name, in: nil, with: nil)
    }

    /// Creates the image of a file in a bundle, such as `Bundle.module`.
    ///
    /// - Parameters:
    ///   - bundle: The bundle, or `nil` for the main bundle.
    ///   - traitCollection: Ignored.
    public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?)
    {
        self.init(named: name, in: bundle, with: nil)
    }

    /// Creates the image of a file in a bundle, such as `Bundle.module`.
    ///
    /// - Parameters:
    ///   - bundle: The bundle, or `nil` for the main bundle.
    ///   - configuration: Ignored.
    public convenience init?(named name: String, in bundle: Bundle?, with configuration: Configuration?) {
        guard let path = Self.path(of: name, in: bundle ?? .main) else { return nil }
        self.init(contentsOfFile: path)
    }

    /// Returns `nil`, because Linux has no symbol images.
    public convenience init?(systemName name: String) {
        self.init(systemName: name, withConfiguration: nil)
    }

    /// Returns `nil`, as ``init(systemName:)`` does.
    public convenience init?(systemName name: String, withConfiguration configuration: Configuration?) {
        nil
    }

    /// Returns the path of the file that has the scale of the screen, or else the one with the next scale.
    static func path(of name: String, in bundle: Bundle) -> String? {
        let file = name as NSString
        let fileExtension = file.pathExtension.isEmpty ? "png" : file.pathExtension
        let scale = Int(UIScreen.main.scale.rounded(.up))
        let scales = scale > 1 ? [min(scale, 3), 1, 2, 3] : [1, 2, 3]
        for scale in scales {
            let stem = file.deletingPathExtension + (scale > 1 ? "@\(scale)x" : "")
            if let path = bundle.path(forResource: stem, ofType: fileExtension) { return path }
        }
        return nil
    }
}
