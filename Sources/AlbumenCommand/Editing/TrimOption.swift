import Albumen
import ArgumentParser
import Foundation

/// The value of `--trim`: two times with a hyphen in between, each of which can be missing, or `none`.
struct TrimOption: Equatable {
    /// An end that is later than that of any video.
    private static let openEnd = 1e7

    /// `nil` keeps the whole video.
    let range: AdjustmentRecipe.Trim?

    init(_ text: String) throws {
        guard text.lowercased() != "none" else {
            range = nil
            return
        }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        guard parts.count == 2, parts != ["", ""], let start = parts[0].isEmpty ? 0 : Self.seconds(parts[0]),
            let end = parts[1].isEmpty ? Self.openEnd : Self.seconds(parts[1])
        else {
            throw ValidationError(
                "--trim: “\(text)” isn't part of a video. Write its start and end in seconds or m:ss, as in 2.5-1:10, "
                    + "2.5- or -70, or none.")
        }
        guard start < end else {
            throw ValidationError("--trim: “\(text)” ends before it starts. Write the earlier time first.")
        }
        range = .init(start: start, end: end)
    }

    /// Reads seconds, minutes with seconds, or hours with both, with colons in between.
    static func seconds(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var total = 0.0
        for (index, part) in parts.enumerated() {
            guard part.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let number = Double(part),
                index == 0 || number < 60, index == parts.count - 1 || !part.contains(".")
            else { return nil }
            total = total * 60 + number
        }
        return total
    }
}

/// The value of `--key-photo`: a time, or `none` for the photo itself.
struct KeyPhotoOption: Equatable {
    let time: Double?

    init(_ text: String) throws {
        guard text.lowercased() != "none" else {
            time = nil
            return
        }
        guard let time = TrimOption.seconds(text) else {
            throw ValidationError("--key-photo: “\(text)” isn't a time. Write it in seconds, as in 0.8, or none.")
        }
        self.time = time
    }
}
