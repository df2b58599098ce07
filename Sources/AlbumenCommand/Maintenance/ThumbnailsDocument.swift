import Albumen
import Foundation
import Records

/// The last line of `thumbnails --json`. Sizes are in bytes. `failed` and `made` are only present if thumbnails were
/// created.
struct ThumbnailsDocument: Encodable {
    let failed: Int?
    let faults: Int
    let made: Int?
    let missingPreviews: Int
    let missingThumbnails: Int
    let pictures: Int
    let previewBytes: Int64
    let previewLimit: Int64
    let previews: Int
    let thumbnailBytes: Int64
    let thumbnails: Int

    init(_ survey: DerivativeSurvey, _ summary: DerivativeBuilding.Summary?) {
        failed = summary?.failed
        faults = survey.faults
        made = summary?.made
        missingPreviews = survey.missingPreviews
        missingThumbnails = survey.missingThumbnails
        pictures = survey.pictures
        previewBytes = survey.stored.previewBytes
        previewLimit = survey.previewBudgetInBytes
        previews = survey.stored.previewCount
        thumbnailBytes = survey.stored.thumbnailBytes
        thumbnails = survey.stored.thumbnailCount
    }

    /// The lines for people.
    var lines: [String] {
        var lines: [String] = []
        if let made { lines.append("Created thumbnails and previews of \(Count.text(made, "picture")).") }
        lines.append("\(Count.text(pictures, "picture")): \(missing).")
        lines.append(
            "Stored: \(Count.text(thumbnails, "thumbnail")) (\(ByteSize.text(thumbnailBytes))), "
                + "\(Count.text(previews, "preview")) "
                + "(\(ByteSize.text(previewBytes)) of at most \(ByteSize.text(previewLimit)))."
        )
        if made == nil, missingThumbnails + missingPreviews > 0 {
            lines.append("The missing ones are created when first shown. To create them now: albumen thumbnails --make")
        }
        if faults > 0 {
            lines.append(
                "The media worker failed on \(Count.text(faults, "file")). To retry: albumen thumbnails --retry")
        }
        return lines
    }

    private var missing: String {
        let lacks = [(missingThumbnails, "thumbnail"), (missingPreviews, "preview")].filter { $0.0 > 0 }
            .map { count, name in "\(count) without a \(name)" }
        return lacks.isEmpty ? "nothing is missing" : lacks.joined(separator: ", ")
    }
}

/// A line of `thumbnails --make --json`: `event` is `failed`.
struct ThumbnailFailureDocument: FailureDocument {
    let event = "failed"
    let localIdentifier: String
    let originalFilename: String
    /// A message for people.
    let reason: String

    init(_ failure: DerivativeBuilding.Failure) {
        localIdentifier = LocalIdentifier.string(uuid: failure.assetUUID, kind: .asset)
        originalFilename = failure.originalFilename
        reason = failure.reason
    }

    /// The line for people.
    var text: String {
        PrintableText.line("failed: \(originalFilename) (\(localIdentifier)): \(reason)")
    }
}
