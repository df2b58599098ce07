import MediaContainers

/// A picture's format, detected by its first bytes. The filename only distinguishes TIFF from camera formats based on
/// TIFF.
enum ImageFormat: Equatable {
    case jpeg, png, gif, webp, bitmap, photoshop, jpeg2000
    case highEfficiency(HighEfficiencyFormat)
    /// TIFF, or a camera format with the same signature.
    case tiff
    /// A camera maker's format with its own signature.
    case raw(CameraRawFormat)

    init?(signatureOf view: ByteView) {
        guard let start = view.uint32(at: 0) else { return nil }
        if let format = ImageFormat(mark: start, view) ?? ImageFormat(cameraMark: start, view) {
            self = format
        } else if view.uint16(at: 0) == 0x424D, let headerSize = view.uint32(at: 14, .little),
            [12, 16, 40, 52, 56, 64, 108, 124].contains(headerSize)
        {
            self = .bitmap
        } else if view.code(at: 4) == "ftyp" {
            guard let format = ImageFormat(brandsOf: view) else { return nil }
            self = format
        } else {
            return nil
        }
    }

    private init?(mark: Int, _ view: ByteView) {
        switch mark {
        case 0xFFD8_FF00...0xFFD8_FFFF:
            self = .jpeg
        case 0x8950_4E47 where view.uint32(at: 4) == 0x0D0A_1A0A:
            self = .png
        case 0x4749_4638 where view.has("7a", at: 4) || view.has("9a", at: 4):
            self = .gif
        case 0x5249_4646 where view.has("WEBP", at: 8):
            self = .webp
        case 0x3842_5053 where view.uint16(at: 4) == 1 || view.uint16(at: 4) == 2:
            self = .photoshop
        case 0x0000_000C where view.has("jP  ", at: 4), 0xFF4F_FF51:
            self = .jpeg2000
        default:
            return nil
        }
    }

    private init?(cameraMark mark: Int, _ view: ByteView) {
        switch mark {
        case 0x4949_2A00:
            self = view.has("CR\u{2}", at: 8) ? .raw(.canon2) : .tiff
        case 0x4D4D_002A, 0x4949_2B00, 0x4D4D_002B:
            self = .tiff
        case 0x4949_524F, 0x4949_5253, 0x4D4D_4F52:
            self = .raw(.olympus)
        case 0x4949_5500:
            self = .raw(.panasonic)
        case 0x4949_1A00 where view.has("HEAPCCDR", at: 6):
            self = .raw(.canonCIFF)
        case 0x4655_4A49 where view.has("FUJIFILMCCD-RAW", at: 0):
            self = .raw(.fujifilm)
        case 0x004D_524D:
            self = .raw(.minolta)
        case 0x464F_5662:
            self = .raw(.sigma)
        default:
            return nil
        }
    }

    /// Detects the format by its major brand, or else by the first compatible brand that is specific.
    private init?(brandsOf view: ByteView) {
        guard let length = view.uint32(at: 0), let major = view.code(at: 8) else { return nil }
        if major == "crx " {
            self = .raw(.canon3)
            return
        }
        if let format = HighEfficiencyFormat(brand: major) {
            self = .highEfficiency(format)
            return
        }
        let end = min(length, view.count, 1024)
        let compatible = stride(from: 16, to: end - 3, by: 4).compactMap { view.code(at: $0) }
        let isGeneral = HighEfficiencyFormat.generalBrands.contains(major)
        guard isGeneral || !compatible.contains(where: HighEfficiencyFormat.videoBrands.contains),
            isGeneral || !HighEfficiencyFormat.videoBrands.contains(major)
        else { return nil }
        if let format = compatible.lazy.compactMap(HighEfficiencyFormat.init(brand:)).first {
            self = .highEfficiency(format)
        } else if isGeneral || compatible.contains(where: HighEfficiencyFormat.generalBrands.contains) {
            self = .highEfficiency(.heif)
        } else {
            return nil
        }
    }
}

/// The coded formats that share HEIF's container.
enum HighEfficiencyFormat: String {
    case heic = "public.heic"
    case heicSequence = "public.heics"
    case heif = "public.heif"
    case avif = "public.avif"
    case avifSequence = "public.avis"
    case avci = "public.avci"

    static let generalBrands: Set<FourCharacterCode> = ["mif1", "msf1", "mif2", "miaf", "1pic"]
    static let videoBrands: Set<FourCharacterCode> = [
        "qt  ", "isom", "iso2", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "M4V ", "M4A ", "3gp4", "3gp5", "3gp6",
    ]

    init?(brand: FourCharacterCode) {
        switch brand {
        case "heic", "heix", "heim", "heis": self = .heic
        case "hevc", "hevx", "hevm", "hevs": self = .heicSequence
        case "avif": self = .avif
        case "avis": self = .avifSequence
        case "avci": self = .avci
        default: return nil
        }
    }
}
