/// The frames of a burst that the user keeps, its key photo, or both.
struct BurstChangeRequest: RequestDocument {
    /// All frames to keep. Other frames stay in the burst but are no longer kept. `nil` changes nothing.
    let kept: [String]?
    /// The key photo. `nil` changes nothing, and an inner `nil` lets the library choose.
    let key: String??

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, known: ["kept", "key"])
        kept = fields.has("kept") ? try fields.uuids("kept", atLeast: 0) : nil
        key = try fields.nullableUUID("key")
        guard kept != nil || key != nil else { throw fields.refusal(of: "kept", "is missing, and so is key") }
    }
}
