import Testing

@testable import AlbumenPortal

@Suite struct FileFilterTests {
    private static func media(_ patterns: String...) -> FileFilter.Media? {
        let patterns = patterns.flatMap { $0.split(separator: " ") }.map { text -> FileFilter.Pattern in
            text.hasPrefix("*") ? .name(String(text)) : .mediaType(String(text))
        }
        return FileFilter(patterns: patterns).media
    }

    @Test func `filters for images and videos by media type offer the picker`() {
        #expect(Self.media("image/*") == .init(hasImages: true, hasVideos: false, hasAnimations: true))
        #expect(Self.media("video/*") == .init(hasImages: false, hasVideos: true, hasAnimations: false))
        #expect(Self.media("IMAGE/* video/mp4") == .init(hasImages: true, hasVideos: true, hasAnimations: true))
        #expect(Self.media("image/jpeg image/png") == .init(hasImages: true, hasVideos: false, hasAnimations: false))
    }

    /// As Firefox 153 and Chromium 156 send them for `accept="image/*"`, and Firefox for images and videos.
    @Test(arguments: [
        ("jpe jpg jpeg gif png bmp ico svg svgz tif tiff ai drw pct psp xcf psd raw webp heic avif jxl", false),
        ("tif xbm tiff pjp jfif bmp webp svg gif svgz ico avif apng pjpeg png jxl jpg jpe jpeg", false),
        ("jpg png gif webp avi divx flv m4v mkv mov mp4 mpeg mpg ogm ogv ogx rm rmvb smil webm wmv xvid heic", true),
    ]) func `the patterns of browsers offer the picker`(_ endings: String, _ hasVideos: Bool) {
        let patterns = endings.split(separator: " ").map { ending in
            FileFilter.Pattern.name(
                "*." + ending.map { $0.isLetter ? "[\($0.lowercased())\($0.uppercased())]" : "\($0)" }.joined())
        }
        let media = FileFilter(patterns: patterns).media
        #expect(media == .init(hasImages: true, hasVideos: hasVideos, hasAnimations: true))
    }

    @Test(arguments: [
        "*", "*.*", "image/* application/pdf", "*.jpg *.png *.pdf", "*.png", "image/jpeg", "image/svg+xml",
        "video/webm", "*.[jp]pg *.png", "*.jpg *.png *.tar.gz", "*.jp? *.png", "*.", "*.[", "*.[]", "text/plain", "",
        "*.[jJ", "*.jpg *.png *.doc",
    ]) func `other filters don't offer it`(_ patterns: String) {
        #expect(Self.media(patterns) == nil)
    }
}
