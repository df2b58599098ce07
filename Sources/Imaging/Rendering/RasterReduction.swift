import CVipsBridge
import MediaWork
import Pixels

extension Raster {
    /// Returns this image reduced to several sizes. Later sizes derive from the first one if it's at least twice as
    /// large.
    func reduced(to sizes: [PixelSize]) throws(MediaError) -> [Raster] {
        guard let first = sizes.first else { return [] }
        let largest = try reduced(to: first)
        var rasters = [largest]
        for size in sizes.dropFirst() {
            rasters.append(try (size.longSide * 2 <= first.longSide ? largest : self).reduced(to: size))
        }
        return rasters
    }

    /// - Throws: `limitExceeded` if there isn't enough memory.
    func reduced(to target: PixelSize) throws(MediaError) -> Raster {
        if target == size, alpha != .premultiplied { return self }
        var source = albumen_vips_raster()
        source.samples = memory.base
        source.width = Int32(size.width)
        source.height = Int32(size.height)
        source.colours = albumen_vips_colours(UInt32(colours.rawValue))
        source.alpha = alpha.code
        source.bytes_per_sample = Int32(bytesPerSample)
        source.maximum = Int32(maximum)
        let picture = try Vips.use { () throws(MediaError) in
            var picture = albumen_vips_picture()
            guard albumen_vips_reduce(&source, Int32(target.width), Int32(target.height), &picture) != 0 else {
                throw MediaError(.limitExceeded, "the picture cannot be reduced: \(picture.text)")
            }
            return picture
        }
        var raster = Raster(picture.raster)
        raster.isInverted = isInverted
        return raster
    }

    init(_ raster: albumen_vips_raster) {
        let colours = Colours(rawValue: Int(raster.colours.rawValue)) ?? .rgb
        let alpha: Alpha =
            switch raster.alpha {
            case ALBUMEN_VIPS_NO_ALPHA: .none
            case ALBUMEN_VIPS_OPAQUE_ALPHA: .opaque
            default: .straight
            }
        let size = PixelSize(width: Int(raster.width), height: Int(raster.height))
        let bytesPerPixel = (colours.rawValue + (alpha == .none ? 0 : 1)) * Int(raster.bytes_per_sample)
        self.init(
            memory: PixelMemory(
                takingOver: raster.samples, count: size.width * size.height * bytesPerPixel,
                release: { albumen_vips_free(UnsafeMutableRawPointer(mutating: $0)) }),
            size: size, colours: colours, alpha: alpha, bytesPerSample: Int(raster.bytes_per_sample),
            maximum: Int(raster.maximum))
    }
}

extension Raster.Alpha {
    fileprivate var code: albumen_vips_alpha {
        switch self {
        case .none: ALBUMEN_VIPS_NO_ALPHA
        case .opaque: ALBUMEN_VIPS_OPAQUE_ALPHA
        case .straight: ALBUMEN_VIPS_STRAIGHT_ALPHA
        case .premultiplied: ALBUMEN_VIPS_PREMULTIPLIED_ALPHA
        }
    }
}

extension albumen_vips_picture {
    /// The library's message, or an empty string.
    var text: String {
        withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
