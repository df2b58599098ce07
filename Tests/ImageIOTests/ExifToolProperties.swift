import AlbumenTestSupport
import Foundation

/// A file's values according to exiftool, under ImageIO's keys.
enum ExifToolProperties {
    struct Tag {
        var dictionary: String
        var key: String
        /// exiftool's group and name.
        var name: String
    }

    static let tags: [Tag] =
        all(
            "{TIFF}", "IFD0",
            [
                "Make": "Make", "Model": "Model", "Software": "Software", "DateTime": "ModifyDate", "Artist": "Artist",
                "Copyright": "Copyright", "XResolution": "XResolution", "ImageDescription": "ImageDescription",
                "ResolutionUnit": "ResolutionUnit", "HostComputer": "HostComputer",
            ])
        + all(
            "{Exif}", "ExifIFD",
            [
                "ExposureTime": "ExposureTime", "FNumber": "FNumber", "ISOSpeedRatings": "ISO",
                "DateTimeOriginal": "DateTimeOriginal", "DateTimeDigitized": "CreateDate",
                "OffsetTimeOriginal": "OffsetTimeOriginal", "ExposureBiasValue": "ExposureCompensation",
                "MeteringMode": "MeteringMode", "Flash": "Flash", "FocalLength": "FocalLength",
                "SubsecTimeOriginal": "SubSecTimeOriginal", "ColorSpace": "ColorSpace",
                "PixelXDimension": "ExifImageWidth", "ExposureProgram": "ExposureProgram",
                "BrightnessValue": "BrightnessValue", "ExposureMode": "ExposureMode", "WhiteBalance": "WhiteBalance",
                "FocalLenIn35mmFilm": "FocalLengthIn35mmFormat", "SceneCaptureType": "SceneCaptureType",
                "LensMake": "LensMake", "LensModel": "LensModel", "BodySerialNumber": "SerialNumber",
                "CustomRendered": "CustomRendered", "DigitalZoomRatio": "DigitalZoomRatio",
                "SensingMethod": "SensingMethod",
                "ImageUniqueID": "ImageUniqueID", "LensSpecification": "LensInfo", "SubjectArea": "SubjectArea",
            ])
        + all(
            "{GPS}", "GPS",
            [
                "Latitude": "GPSLatitude", "LatitudeRef": "GPSLatitudeRef", "Longitude": "GPSLongitude",
                "LongitudeRef": "GPSLongitudeRef", "Altitude": "GPSAltitude", "AltitudeRef": "GPSAltitudeRef",
                "TimeStamp": "GPSTimeStamp", "DateStamp": "GPSDateStamp", "ImgDirection": "GPSImgDirection",
                "Speed": "GPSSpeed", "HPositioningError": "GPSHPositioningError", "DestBearing": "GPSDestBearing",
            ])
        + all(
            "{IPTC}", "IPTC",
            [
                "Keywords": "Keywords", "Caption/Abstract": "Caption-Abstract", "Byline": "By-line", "City": "City",
                "Country/PrimaryLocationName": "Country-PrimaryLocationName", "Headline": "Headline",
                "ObjectName": "ObjectName", "CopyrightNotice": "CopyrightNotice", "Credit": "Credit",
            ])

    private static func all(_ dictionary: String, _ group: String, _ names: [String: String]) -> [Tag] {
        names.map { Tag(dictionary: dictionary, key: $0.key, name: group + ":" + $0.value) }
    }

    /// Returns exiftool's values of many files, in the order of their names.
    static func read(_ files: [URL]) throws -> [[String: Any]] {
        let list = try TemporaryFolder()
        let arguments = list.url.appending(path: "files")
        try files.map(\.path).joined(separator: "\n").write(to: arguments, atomically: true, encoding: .utf8)
        // Without -a, a tag that occurs twice has one value, which isn't always the first.
        let output = try ExifTool.run("-json", "-G1", "-n", "-a", "-@", arguments.path)
        return try JSONSerialization.jsonObject(with: output) as? [[String: Any]] ?? []
    }

    /// Returns whether both values are the same number, text or list.
    static func areEqual(_ own: Any, _ other: Any) -> Bool {
        if let list = own as? [Any] {
            let others =
                other as? [Any] ?? (list.count == 1 ? [other] : "\(other)".split(separator: " ").map(String.init))
            return list.count == others.count && zip(list, others).allSatisfy { areEqual($0, $1) }
        }
        let texts = ["\(own)", "\(other)"].map { $0.trimmingCharacters(in: .whitespaces) }
        // Without a declaration, exiftool takes IPTC for Latin-1, also if it's UTF-8.
        if String(String.UnicodeScalarView(texts[0].utf8.map { Unicode.Scalar($0) })) == texts[1] { return true }
        if texts[0] == texts[1] || (texts[0] == "0" && texts[1] == "undef") { return true }
        guard let one = Double(texts[0]), let two = Double(texts[1]) else { return false }
        return abs(one - two) <= max(1e-9, abs(two) * 1e-6)
    }
}
