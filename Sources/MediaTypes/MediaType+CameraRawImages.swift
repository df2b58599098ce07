extension MediaType {
    /// The raw formats of camera makers.
    ///
    /// Apple declares a MIME type for few of them, so few have one here. Apple declares no types for Sigma, Mamiya
    /// and Kodak `kdc` files. The names of these follow the pattern of the others.
    static let cameraRawImages: [MediaType] =
        [
            MediaType("public.camera-raw-image", conformsTo: ["public.image"], "camera raw image")
        ]
        + [
            raw("com.adobe.raw-image", ["dng"], "Digital negative", mimeType: "image/x-adobe-dng"),
            raw("com.canon.cr2-raw-image", ["cr2"], "Canon CR2 raw image"),
            raw("com.canon.cr3-raw-image", ["cr3"], "Canon CR3 raw image"),
            raw("com.canon.crw-raw-image", ["crw"], "Canon CRW raw image", mimeType: "image/x-canon-crw"),
            raw("com.nikon.raw-image", ["nef"], "Nikon raw image"),
            raw("com.nikon.nrw-raw-image", ["nrw"], "Nikon NRW raw image", mimeType: "image/x-nikon-nrw"),
            raw("com.sony.arw-raw-image", ["arw"], "Sony ARW raw image"),
            raw("com.sony.sr2-raw-image", ["sr2"], "Sony SR2 raw image", mimeType: "image/x-sony-sr2"),
            raw("com.sony.raw-image", ["srf"], "Sony raw image"),
            raw("com.fuji.raw-image", ["raf"], "Fujifilm raw image"),
            raw("com.olympus.raw-image", ["orf"], "Olympus raw image"),
            raw("com.olympus.or-raw-image", ["orf", "ori"], "Olympus raw image"),
            raw("com.olympus.sr-raw-image", ["orf"], "Olympus raw image"),
            raw("com.panasonic.rw2-raw-image", ["rw2"], "Panasonic RW2 raw image"),
            raw("com.panasonic.raw-image", ["raw"], "Panasonic raw image"),
            raw("com.pentax.raw-image", ["pef"], "Pentax raw image"),
            raw("com.samsung.raw-image", ["srw"], "Samsung raw image"),
            raw("com.leica.rwl-raw-image", ["rwl"], "Leica RWL raw image"),
            raw("com.leica.raw-image", ["raw"], "Leica raw image"),
            raw("com.epson.raw-image", ["erf"], "Epson raw image", mimeType: "image/x-epson-erf"),
            raw("com.kodak.raw-image", ["dcr", "kdc"], "Kodak raw image"),
            raw("com.hasselblad.3fr-raw-image", ["3fr"], "Hasselblad 3FR raw image"),
            raw("com.hasselblad.fff-raw-image", ["fff"], "Hasselblad FFF raw image"),
            raw("com.phaseone.raw-image", ["iiq"], "Phase One raw image"),
            raw("com.leafamerica.raw-image", ["mos"], "Leaf raw image"),
            raw("com.konicaminolta.raw-image", ["mrw"], "Minolta raw image"),
            raw("com.dxo.raw-image", ["dxo"], "DxO raw image", mimeType: "image/x-dxo-dxo"),
            raw("com.sigma.x3f-raw-image", ["x3f"], "Sigma raw image"),
            raw("com.mamiya.raw-image", ["mef"], "Mamiya raw image"),
        ]

    private static func raw(
        _ identifier: String, _ filenameExtensions: [String], _ description: String, mimeType: String? = nil
    ) -> MediaType {
        MediaType(
            identifier, conformsTo: ["public.camera-raw-image"], filenameExtensions: filenameExtensions,
            mimeTypes: mimeType.map { [$0] } ?? [], description)
    }
}
