package import Foundation
import PropertyLists
package import Records

/// An AAE file of `com.apple.video.slomo`: the slow motion that a person chose for a video.
///
/// Apple's devices write the file beside the video, with the video's name. It's a property list with another one in
/// `adjustmentData`. Only `PropertyListValue` reads it, which is written in Swift alone, so it needs no worker: a
/// hostile file can only fail.
package enum SlowMotionAdjustment {
    static let formatIdentifier = "com.apple.video.slomo"
    static let uniformTypeIdentifier = AdjustmentEnvelope.uniformTypeIdentifier
    /// The largest file that is read. Apple's have less than 1 KB.
    package static let byteLimit = 64 << 10

    /// Reads the slow motion of an AAE file. Returns `nil` if the file is damaged, or describes another edit.
    package static func slowMotion(in file: Data) -> SlowMotion? {
        guard file.count <= byteLimit, let envelope = try? PropertyListValue(parsing: file),
            envelope["adjustmentFormatIdentifier"]?.string == formatIdentifier,
            envelope["adjustmentFormatVersion"]?.string?.hasPrefix("1.") == true,
            let data = envelope["adjustmentData"]?.data, let adjustment = try? PropertyListValue(parsing: data),
            let description = adjustment["slowMotion"], let rate = description["rate"]?.number,
            // The format permits several regions. Apple's devices write one.
            let range = description["regions"]?.array?.first?["timeRange"],
            let start = range["start"].flatMap(seconds), let duration = range["duration"].flatMap(seconds)
        else { return nil }
        return SlowMotion(range: SlowMotion.Range(start: start, duration: duration), rate: rate)
    }

    /// Returns the seconds of a `CMTime`, or `nil` if it's invalid or infinite.
    private static func seconds(_ time: PropertyListValue) -> Double? {
        let onlyValid = 1.0
        guard time["flags"]?.number.map({ $0 == onlyValid || $0 == 3 }) ?? false,
            let value = time["value"]?.number, let timescale = time["timescale"]?.number, timescale > 0
        else { return nil }
        return value / timescale
    }
}
