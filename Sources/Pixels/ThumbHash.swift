package import Foundation

/// A preview of an image in at most 25 bytes: a few cosine waves of its lightness and colours.
///
/// The format is Evan Wallace's ThumbHash (https://evanw.github.io/thumbhash/). It converts a colour to a lightness
/// (the mean of red, green and blue), a difference between yellow and blue, and a difference between red and green.
/// For each of these channels it stores the mean and the waves of the lowest frequencies, in four bits each.
package struct ThumbHash: Sendable, Hashable {
    package let bytes: Data

    /// Creates a hash from stored bytes.
    ///
    /// - Returns: `nil` if there are fewer bytes than the header declares.
    package init?(bytes: Data) {
        let bytes = Data(bytes)
        guard bytes.count >= Header.byteCount, let header = Header(bytes), bytes.count >= header.hashByteCount else {
            return nil
        }
        self.bytes = bytes
    }

    /// Computes the hash of an image.
    ///
    /// - Complexity: O(*n*) for *n* pixels of `bitmap`, to reduce it.
    package init(_ bitmap: Bitmap) {
        let small = bitmap.scaled(to: bitmap.size.fitting(longSide: Self.longSideInPixels))
        let planes = ColourPlanes(small)
        let header = Header(size: small.size, hasAlpha: planes.hasAlpha)
        let waves = header.waveCounts.map { counts in CosineWaves(counts, in: small.size) }
        let channels = zip(planes.all, waves).map { plane, waves in ChannelCode(plane, waves) }

        var bytes = header.bytes(channels)
        var hasHalfByte = false
        for channel in channels {
            for step in channel.steps {
                if hasHalfByte {
                    bytes[bytes.count - 1] |= step << 4
                } else {
                    bytes.append(step)
                }
                hasHalfByte.toggle()
            }
        }
        self.bytes = Data(bytes)
    }

    /// The longest side of an image that the format allows to compute a hash from.
    private static let longSideInPixels = 100

    // MARK: Decoding

    /// The mean colour. Each component is from 0 to 1 and not premultiplied by alpha.
    package var averageColour: (red: Double, green: Double, blue: Double, alpha: Double) {
        let code = Decoded(bytes)
        let colour = RGB(lightness: code.means[0], yellowness: code.means[1], redness: code.means[2])
        return (colour.red, colour.green, colour.blue, code.means.count > 3 ? code.means[3] : 1)
    }

    /// The approximate ratio of the width to the height.
    package var aspectRatio: Double {
        Decoded(bytes).header.aspectRatio
    }

    /// Returns a blurred image with a long side of 32 pixels.
    package func bitmap() -> Bitmap {
        let code = Decoded(bytes)
        let ratio = code.header.aspectRatio
        let side = 32.0
        let size = PixelSize(
            width: max(1, Int((ratio > 1 ? side : side * ratio).rounded())),
            height: max(1, Int((ratio > 1 ? side / ratio : side).rounded())))
        let planes = code.planes(size)
        return Bitmap(width: size.width, height: size.height, hasAlpha: code.header.hasAlpha) { pixels in
            for index in 0..<size.width * size.height {
                let colour = RGB(lightness: planes[0][index], yellowness: planes[1][index], redness: planes[2][index])
                let alpha = planes.count > 3 ? min(1, max(0, planes[3][index])) : 1
                let offset = index * Bitmap.bytesPerPixel
                for (channel, value) in [colour.red, colour.green, colour.blue].enumerated() {
                    pixels[offset + channel] = UInt8((value * alpha * 255).rounded())
                }
                pixels[offset + 3] = UInt8((alpha * 255).rounded())
            }
        }
    }
}

/// A decoded colour, with components from 0 to 1.
private struct RGB {
    let red: Double
    let green: Double
    let blue: Double

    init(lightness: Double, yellowness: Double, redness: Double) {
        let blue = lightness - 2 / 3 * yellowness
        let red = (3 * lightness - blue + redness) / 2
        func limited(_ value: Double) -> Double { min(1, max(0, value)) }
        self.red = limited(red)
        self.green = limited(red - redness)
        self.blue = limited(blue)
    }
}
