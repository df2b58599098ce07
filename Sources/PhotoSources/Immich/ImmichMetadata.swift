/// What Immich read from a file, with the changes of the user.
struct ImmichMetadata: Decodable {
    var size: Int64?
    var date: String?
    var timeZone: String?
    var latitude: Double?
    var longitude: Double?
    var description: String?
    var rating: Double?

    private enum Key: String, CodingKey {
        case fileSizeInByte, dateTimeOriginal, timeZone, latitude, longitude, description, rating
    }

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        size = container.integer(.fileSizeInByte)
        date = container.text(.dateTimeOriginal)
        timeZone = container.text(.timeZone)
        latitude = container.number(.latitude)
        longitude = container.number(.longitude)
        description = container.text(.description)
        rating = container.number(.rating)
    }
}
