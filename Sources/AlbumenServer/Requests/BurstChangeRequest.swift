/// Which frames of a burst the user keeps, which is its key photo, or both.
struct BurstChangeRequest: RequestDocument {
    /// All frames to keep. Others are no longer kept, and stay in the burst. `nil` if nothing is to change.
    let kept: [String]?
    /// An inner `nil` lets the library choose the key photo.
    let key: String??

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, known: ["kept", "key"])
        kept = fields.has("kept") ? try fields.uuids("kept", atLeast: 0) : nil
        key = try fields.nullableUUID("key")
        guard kept != nil || key != nil else { throw fields.refusal(of: "kept", "is missing, and so is key") }
    }
}
