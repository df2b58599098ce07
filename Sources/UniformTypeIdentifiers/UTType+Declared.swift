// MARK: - Abstract types

extension UTType {
    /// The base type of files, folders and data (`public.item`).
    public static let item = UTType(importedAs: "public.item")

    /// The base type of documents, images and other content (`public.content`).
    public static let content = UTType(importedAs: "public.content")

    /// Content that can contain other kinds of content (`public.composite-content`).
    public static let compositeContent = UTType(importedAs: "public.composite-content")

    /// Any sequence of bytes (`public.data`).
    public static let data = UTType(importedAs: "public.data")

    /// A directory: a folder, a package or a bundle (`public.directory`).
    public static let directory = UTType(importedAs: "public.directory")

    /// A directory that people open and browse (`public.folder`).
    public static let folder = UTType(importedAs: "public.folder")

    /// A directory that looks like one file (`com.apple.package`).
    public static let package = UTType(importedAs: "com.apple.package")

    /// A directory with a defined structure (`com.apple.bundle`).
    public static let bundle = UTType(importedAs: "com.apple.bundle")

    /// A URL (`public.url`).
    public static let url = UTType(importedAs: "public.url")

    /// A URL of a file (`public.file-url`).
    public static let fileURL = UTType(importedAs: "public.file-url")
}

// MARK: - Images

extension UTType {
    /// Any image (`public.image`).
    public static let image = UTType(importedAs: "public.image")

    /// A JPEG image (`public.jpeg`).
    public static let jpeg = UTType(importedAs: "public.jpeg")

    /// A PNG image (`public.png`).
    public static let png = UTType(importedAs: "public.png")

    /// A GIF image, still or moving (`com.compuserve.gif`).
    public static let gif = UTType(importedAs: "com.compuserve.gif")

    /// A TIFF image (`public.tiff`).
    public static let tiff = UTType(importedAs: "public.tiff")

    /// A Windows bitmap (`com.microsoft.bmp`).
    public static let bmp = UTType(importedAs: "com.microsoft.bmp")

    /// A Windows icon (`com.microsoft.ico`).
    public static let ico = UTType(importedAs: "com.microsoft.ico")

    /// An Apple icon (`com.apple.icns`).
    public static let icns = UTType(importedAs: "com.apple.icns")

    /// A WebP image (`org.webmproject.webp`).
    public static let webP = UTType(importedAs: "org.webmproject.webp")

    /// A HEIF image (`public.heif`).
    public static let heif = UTType(importedAs: "public.heif")

    /// A HEIF image coded with HEVC (`public.heic`).
    public static let heic = UTType(importedAs: "public.heic")

    /// A sequence of images coded with HEVC (`public.heics`).
    public static let heics = UTType(importedAs: "public.heics")

    /// A JPEG XL image (`public.jpeg-xl`).
    public static let jpegxl = UTType(importedAs: "public.jpeg-xl")

    /// An SVG image (`public.svg-image`).
    public static let svg = UTType(importedAs: "public.svg-image")

    /// An OpenEXR image (`com.ilm.openexr-image`).
    public static let exr = UTType(importedAs: "com.ilm.openexr-image")

    /// The base type of cameras' raw images (`public.camera-raw-image`).
    public static let rawImage = UTType(importedAs: "public.camera-raw-image")

    /// A raw image in Adobe's digital negative format (`com.adobe.raw-image`).
    public static let dng = UTType(importedAs: "com.adobe.raw-image")

    /// A Live Photo: a still image with a movie (`com.apple.live-photo`).
    public static let livePhoto = UTType(importedAs: "com.apple.live-photo")
}

// MARK: - Movies and audio

extension UTType {
    /// Any movie or audio (`public.audiovisual-content`).
    public static let audiovisualContent = UTType(importedAs: "public.audiovisual-content")

    /// A movie, with or without sound (`public.movie`).
    public static let movie = UTType(importedAs: "public.movie")

    /// A movie without sound (`public.video`).
    public static let video = UTType(importedAs: "public.video")

    /// A QuickTime movie (`com.apple.quicktime-movie`).
    public static let quickTimeMovie = UTType(importedAs: "com.apple.quicktime-movie")

    /// An MPEG-4 movie (`public.mpeg-4`).
    public static let mpeg4Movie = UTType(importedAs: "public.mpeg-4")

    /// An MPEG-4 movie protected by Apple (`com.apple.protected-mpeg-4-video`).
    public static let appleProtectedMPEG4Video = UTType(importedAs: "com.apple.protected-mpeg-4-video")

    /// An MPEG-1 or MPEG-2 movie (`public.mpeg`).
    public static let mpeg = UTType(importedAs: "public.mpeg")

    /// An MPEG-2 video (`public.mpeg-2-video`).
    public static let mpeg2Video = UTType(importedAs: "public.mpeg-2-video")

    /// An MPEG-2 transport stream (`public.mpeg-2-transport-stream`).
    public static let mpeg2TransportStream = UTType(importedAs: "public.mpeg-2-transport-stream")

    /// An AVI movie (`public.avi`).
    public static let avi = UTType(importedAs: "public.avi")

    /// Audio without pictures (`public.audio`).
    public static let audio = UTType(importedAs: "public.audio")

    /// MP3 audio (`public.mp3`).
    public static let mp3 = UTType(importedAs: "public.mp3")

    /// MPEG-4 audio (`public.mpeg-4-audio`).
    public static let mpeg4Audio = UTType(importedAs: "public.mpeg-4-audio")

    /// MPEG-4 audio protected by Apple (`com.apple.protected-mpeg-4-audio`).
    public static let appleProtectedMPEG4Audio = UTType(importedAs: "com.apple.protected-mpeg-4-audio")

    /// Waveform audio (`com.microsoft.waveform-audio`).
    public static let wav = UTType(importedAs: "com.microsoft.waveform-audio")

    /// AIFF audio (`public.aiff-audio`).
    public static let aiff = UTType(importedAs: "public.aiff-audio")

    /// MIDI audio (`public.midi-audio`).
    public static let midi = UTType(importedAs: "public.midi-audio")
}

// MARK: - Text, documents and archives

extension UTType {
    /// Any text, with or without markup (`public.text`).
    public static let text = UTType(importedAs: "public.text")

    /// Text without markup, in an unspecified encoding (`public.plain-text`).
    public static let plainText = UTType(importedAs: "public.plain-text")

    /// Text without markup in UTF-8 (`public.utf8-plain-text`).
    public static let utf8PlainText = UTType(importedAs: "public.utf8-plain-text")

    /// Rich text (`public.rtf`).
    public static let rtf = UTType(importedAs: "public.rtf")

    /// HTML of any version (`public.html`).
    public static let html = UTType(importedAs: "public.html")

    /// XML (`public.xml`).
    public static let xml = UTType(importedAs: "public.xml")

    /// JSON (`public.json`).
    public static let json = UTType(importedAs: "public.json")

    /// Text with delimited values (`public.delimited-values-text`).
    public static let delimitedText = UTType(importedAs: "public.delimited-values-text")

    /// Text with values separated by commas (`public.comma-separated-values-text`).
    public static let commaSeparatedText = UTType(importedAs: "public.comma-separated-values-text")

    /// A property list in any format (`com.apple.property-list`).
    public static let propertyList = UTType(importedAs: "com.apple.property-list")

    /// A property list in XML (`com.apple.xml-property-list`).
    public static let xmlPropertyList = UTType(importedAs: "com.apple.xml-property-list")

    /// A property list in the binary format (`com.apple.binary-property-list`).
    public static let binaryPropertyList = UTType(importedAs: "com.apple.binary-property-list")

    /// A PDF document (`com.adobe.pdf`).
    public static let pdf = UTType(importedAs: "com.adobe.pdf")

    /// An archive of files (`public.archive`).
    public static let archive = UTType(importedAs: "public.archive")

    /// A zip archive (`public.zip-archive`).
    public static let zip = UTType(importedAs: "public.zip-archive")

    /// A gzip archive (`org.gnu.gnu-zip-archive`).
    public static let gzip = UTType(importedAs: "org.gnu.gnu-zip-archive")

    /// A bzip2 archive (`public.bzip2-archive`).
    public static let bz2 = UTType(importedAs: "public.bzip2-archive")
}
