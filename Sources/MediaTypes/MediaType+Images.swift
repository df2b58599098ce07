extension MediaType {
    /// Still images except cameras' raw formats, and the types of Live Photos.
    static let images: [MediaType] =
        [
            MediaType("public.image", conformsTo: ["public.data", "public.content"], "image")
        ] + webImages + heifImages + otherImages + livePhotos

    private static let webImages: [MediaType] = [
        // Browsers on Windows save JPEGs with the extension "jfif".
        MediaType(
            "public.jpeg", conformsTo: ["public.image"], filenameExtensions: ["jpeg", "jpg", "jpe", "jfif"],
            mimeTypes: ["image/jpeg", "image/jpg"], "JPEG image"),
        MediaType(
            "public.png", conformsTo: ["public.image"], filenameExtensions: ["png"], mimeTypes: ["image/png"],
            "PNG image"),
        MediaType(
            "com.compuserve.gif", conformsTo: ["public.image"], filenameExtensions: ["gif"],
            mimeTypes: ["image/gif"], "GIF image"),
        MediaType(
            "org.webmproject.webp", conformsTo: ["public.image"], filenameExtensions: ["webp"],
            mimeTypes: ["image/webp"], "WebP image"),
        MediaType(
            "public.jpeg-xl", conformsTo: ["public.image"], filenameExtensions: ["jxl"], mimeTypes: ["image/jxl"],
            "JPEG XL image"),
        MediaType(
            "public.svg-image", conformsTo: ["public.image", "public.xml"], filenameExtensions: ["svg", "svgz"],
            mimeTypes: ["image/svg+xml"], "SVG image"),
    ]

    private static let heifImages: [MediaType] = [
        MediaType("public.heif-standard", conformsTo: ["public.image"], "HEIF image"),
        MediaType(
            "public.heic", conformsTo: ["public.heif-standard"], filenameExtensions: ["heic"],
            mimeTypes: ["image/heic"], "HEIC image"),
        MediaType(
            "public.heics", conformsTo: ["public.heif-standard"], filenameExtensions: ["heics"],
            mimeTypes: ["image/heic-sequence"], "HEIC image sequence"),
        // Cameras of Canon, Sony and Fujifilm use the extension "hif".
        MediaType(
            "public.heif", conformsTo: ["public.heif-standard"], filenameExtensions: ["heif", "hif"],
            mimeTypes: ["image/heif"], "HEIF image"),
        MediaType(
            "public.heifs", conformsTo: ["public.heif-standard"], filenameExtensions: ["heifs"],
            mimeTypes: ["image/heif-sequence"], "HEIF image sequence"),
        MediaType(
            "public.avci", conformsTo: ["public.heif-standard"], filenameExtensions: ["avci"],
            mimeTypes: ["image/avci"], "AVCI image"),
        MediaType(
            "public.avcs", conformsTo: ["public.heif-standard"], filenameExtensions: ["avcs"],
            mimeTypes: ["image/avcs"], "AVCI image sequence"),
        MediaType(
            "public.avif", conformsTo: ["public.heif-standard"], filenameExtensions: ["avif"],
            mimeTypes: ["image/avif"], "AVIF image"),
        MediaType(
            "public.avis", conformsTo: ["public.heif-standard"], filenameExtensions: ["avifs", "avis"],
            mimeTypes: ["image/avif-sequence"], "AVIF image sequence"),
    ]

    private static let otherImages: [MediaType] = [
        MediaType(
            "public.tiff", conformsTo: ["public.image"], filenameExtensions: ["tiff", "tif"],
            mimeTypes: ["image/tiff"], "TIFF image"),
        MediaType(
            "com.microsoft.bmp", conformsTo: ["public.image"], filenameExtensions: ["bmp", "dib"],
            mimeTypes: ["image/bmp", "image/x-bmp", "image/x-ms-bmp"], "Windows bitmap image"),
        MediaType(
            "com.microsoft.ico", conformsTo: ["public.image"], filenameExtensions: ["ico"],
            mimeTypes: ["image/vnd.microsoft.icon", "image/x-icon"], "Windows icon image"),
        MediaType(
            "com.apple.icns", conformsTo: ["public.image"], filenameExtensions: ["icns"], "Apple icon image"),
        MediaType(
            "public.jpeg-2000", conformsTo: ["public.image"],
            filenameExtensions: ["jp2", "jpf", "jpx", "j2k", "j2c"], mimeTypes: ["image/jp2"], "JPEG 2000 image"),
        MediaType(
            "public.mpo-image", conformsTo: ["public.image"], filenameExtensions: ["mpo"],
            "Multiple Picture Object image"),
        MediaType(
            "com.adobe.photoshop-image", conformsTo: ["public.image"], filenameExtensions: ["psd"],
            mimeTypes: ["image/vnd.adobe.photoshop"], "Photoshop document"),
        MediaType(
            "com.adobe.photoshop-large-image", conformsTo: ["public.image"], filenameExtensions: ["psb"],
            "Photoshop large document"),
        MediaType(
            "com.ilm.openexr-image", conformsTo: ["public.image"], filenameExtensions: ["exr"], "OpenEXR image"),
        MediaType(
            "com.truevision.tga-image", conformsTo: ["public.image"], filenameExtensions: ["tga"],
            mimeTypes: ["image/targa"], "TGA image"),
    ]

    private static let livePhotos: [MediaType] = [
        MediaType("com.apple.live-photo", "Live Photo"),
        MediaType(
            "com.apple.live-photo-bundle",
            conformsTo: ["com.apple.live-photo", "com.apple.bundle", "com.apple.package"],
            filenameExtensions: ["pvt"], "Live Photo bundle"),
    ]
}
