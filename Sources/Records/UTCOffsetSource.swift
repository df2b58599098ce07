/// Where an asset's offset from UTC comes from, if the source of its date has none.
package enum UTCOffsetSource: String, Sendable, Codable {
    /// The time zone of its location.
    case place
}
