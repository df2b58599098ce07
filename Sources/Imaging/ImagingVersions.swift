import CExiv2
import CLibAV
import CLibHeif
import CLibRaw
import CLittleCMS
import CVipsBridge

/// The versions of the libraries that decode images and videos.
package enum ImagingVersions {
    /// The name and version of each library.
    package static var libraries: [String] {
        let codec = avcodec_version()
        return [
            "libvips \(String(cString: albumen_vips_version()))", "libheif \(String(cString: heif_get_version()))",
            "LibRaw \(String(cString: libraw_version()))",
            "libavcodec \(codec >> 16).\(codec >> 8 & 0xFF).\(codec & 0xFF)", "lcms2 \(cmsGetEncodedCMMversion())",
        ]
    }
}
