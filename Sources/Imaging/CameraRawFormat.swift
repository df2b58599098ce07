/// The raw formats of camera makers, with Apple's identifiers.
enum CameraRawFormat: String {
    case adobe = "com.adobe.raw-image"
    case canon2 = "com.canon.cr2-raw-image"
    case canon3 = "com.canon.cr3-raw-image"
    case canonCIFF = "com.canon.crw-raw-image"
    case nikon = "com.nikon.raw-image"
    case nikonNRW = "com.nikon.nrw-raw-image"
    case sony = "com.sony.arw-raw-image"
    case sonySR2 = "com.sony.sr2-raw-image"
    case sonySRF = "com.sony.raw-image"
    case fujifilm = "com.fuji.raw-image"
    case olympus = "com.olympus.raw-image"
    case panasonic = "com.panasonic.rw2-raw-image"
    case panasonicRAW = "com.panasonic.raw-image"
    case pentax = "com.pentax.raw-image"
    case samsung = "com.samsung.raw-image"
    case leica = "com.leica.rwl-raw-image"
    case epson = "com.epson.raw-image"
    case kodak = "com.kodak.raw-image"
    case hasselblad = "com.hasselblad.3fr-raw-image"
    case hasselbladFFF = "com.hasselblad.fff-raw-image"
    case phaseOne = "com.phaseone.raw-image"
    case leaf = "com.leafamerica.raw-image"
    case minolta = "com.konicaminolta.raw-image"
    case sigma = "com.sigma.x3f-raw-image"
    case mamiya = "com.mamiya.raw-image"
    case other = "public.camera-raw-image"

    /// Finds the format of a lower-case filename extension. Returns `nil` if no camera uses it.
    init?(filenameExtension: String) {
        guard let format = Self.filenameExtensions[filenameExtension] else { return nil }
        self = format
    }

    private static let filenameExtensions: [String: CameraRawFormat] = [
        "dng": .adobe, "cr2": .canon2, "cr3": .canon3, "crw": .canonCIFF, "nef": .nikon, "nrw": .nikonNRW,
        "arw": .sony, "sr2": .sonySR2, "srf": .sonySRF, "raf": .fujifilm, "orf": .olympus, "ori": .olympus,
        "rw2": .panasonic, "raw": .panasonicRAW, "pef": .pentax, "srw": .samsung, "rwl": .leica, "erf": .epson,
        "dcr": .kodak, "kdc": .kodak, "3fr": .hasselblad, "fff": .hasselbladFFF, "iiq": .phaseOne, "mos": .leaf,
        "mrw": .minolta, "x3f": .sigma, "mef": .mamiya, "gpr": .other, "cap": .other, "dcs": .other,
    ]
}
