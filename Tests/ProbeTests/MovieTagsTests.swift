import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

@testable import Video

@Suite struct MovieTagsTests {
    @Test(
        "a movie's date is parsed with its time zone",
        arguments: [
            ("2024-05-07T09:33:04+0800", 28_800, 0), ("2024-05-07T09:33:04+08:00", 28_800, 0),
            ("2024-05-07T01:33:04Z", 0, 0), ("2024-05-06T22:03:04-0330", -12_600, 0),
            ("2024-05-07T01:33:04.250000Z", 0, 0.25),
        ])
    func dates(_ text: String, _ offset: Int, _ fraction: Double) throws {
        let date = try #require(MovieTags(tags: ["com.apple.quicktime.creationdate": text]).captureDate)
        #expect(date.source == .quickTimeCreationDate && date.utcOffsetInSeconds == offset)
        #expect(try abs(date.secondsSinceReferenceDate - Probing.instant("2024-05-07T01:33:04Z") - fraction) < 1e-6)
    }

    @Test(
        "a date without a time zone or with an invalid day is ignored",
        arguments: [
            "", "2024", "2024-05-07", "2024-05-07T09:33:04", "2024:05:07 09:33:04", "2024-05-32T09:33:04Z", "Z", "T+1",
            "2024-05-07T09:33:04+14:15", "2024-05-07T09:33:04+99:00", "yesterday at noon Z", "T------",
            "2024-05-07T09:33:04+0",
        ])
    func noDates(_ text: String) {
        #expect(MovieTags(tags: ["com.apple.quicktime.creationdate": text]).captureDate == nil)
    }

    @Test func `Apple's date has precedence, then the user data's, then the container's`() {
        var tags = [
            "com.apple.quicktime.creationdate": "2024-05-07T09:33:04+0800",
            MovieTags.userDateName: "2023-05-07T09:33:04+0800", "date": "2022-05-07T09:33:04+0800",
            "creation_time": "2021-05-07T01:33:04.000000Z",
        ]
        func year() -> String? {
            MovieTags(tags: tags).captureDate.map {
                String(Date(timeIntervalSinceReferenceDate: $0.secondsSinceReferenceDate).formatted(.iso8601).prefix(4))
            }
        }
        for (name, expected) in [
            ("com.apple.quicktime.creationdate", "2024"), (MovieTags.userDateName, "2023"), ("date", "2022"),
            ("creation_time", "2021"),
        ] {
            #expect(year() == expected)
            tags[name] = nil
        }
        #expect(year() == nil)
    }

    @Test func `the date of an AVI is the camera's clock`() throws {
        let date = try #require(MovieTags(tags: ["creation_time": "2003-03-10 15:04:43"]).captureDate)
        #expect(date.utcOffsetInSeconds == nil && date.source == .container)
        #expect(try abs(date.secondsSinceReferenceDate - Probing.instant("2003-03-10T15:04:43Z")) < 1e-6)
        for text in ["1970-01-01 00:00:00", "2003-13-10 15:04:43", "2003-03-10 15:04", "2003-03-10  15:04:4"] {
            #expect(MovieTags(tags: ["creation_time": text]).captureDate == nil)
        }
    }

    @Test(
        "a container date equal to an epoch is ignored",
        arguments: ["1904-01-01T00:00:00.000000Z", "1970-01-01T00:00:00.000000Z", "1970-01-01T08:00:00Z"])
    func epochs(_ text: String) {
        #expect(MovieTags(tags: ["creation_time": text]).captureDate == nil)
    }

    @Test(
        "a location in ISO 6709 is parsed",
        arguments: [
            ("+34.0522-118.2437+071.500/", 34.0522, -118.2437, 71.5), ("-33.8688+151.2093/", -33.8688, 151.2093, nil),
            ("+00.0000+009.4544", 0, 9.4544, nil), ("+34.0522-118.2437-012/", 34.0522, -118.2437, -12),
        ] as [(String, Double, Double, Double?)])
    func places(_ text: String, _ latitude: Double, _ longitude: Double, _ altitude: Double?) throws {
        let tags = ["com.apple.quicktime.location.iso6709": text]
        let location = try #require(MovieTags(tags: tags).location)
        #expect(location.latitude == latitude && location.longitude == longitude && location.altitude == altitude)
    }

    @Test(
        "an invalid location is ignored",
        arguments: [
            "", "/", "+34.0522", "+0.0000+0.0000/", "+91.0-118.0/", "+34.0-181.0/", "north+east", "+nan+nan", "++--",
            "+34.05.22-118/", "+inf+10/",
        ])
    func noPlaces(_ text: String) {
        #expect(MovieTags(tags: ["location": text]).location == nil)
    }

    @Test func `accuracy is in metres`() throws {
        var tags = ["location": "+34.0522-118.2437/", "com.apple.quicktime.location.accuracy.horizontal": "4.75"]
        #expect(MovieTags(tags: tags).location?.horizontalAccuracy == 4.75)
        tags["com.apple.quicktime.location.accuracy.horizontal"] = "-1"
        let location = try #require(MovieTags(tags: tags).location)
        #expect(location.horizontalAccuracy == nil)
    }

    @Test func `commas and semicolons separate keywords, and duplicates are removed`() {
        let tags = MovieTags(tags: ["com.apple.quicktime.keywords": "lake, summer;lake,, Zürich "])
        #expect(tags.keywords == ["lake", "summer", "Zürich"])
    }

    @Test(
        "a rating has one to five stars",
        arguments: [("5.000000", 5), ("1", 1), ("0.0", nil), ("6", nil), ("-1", nil), ("nan", nil), ("", nil)]
            as [(String, Int?)])
    func ratings(_ text: String, _ stars: Int?) {
        #expect(MovieTags(tags: ["com.apple.quicktime.rating.user": text]).rating == stars)
    }

    @Test(
        "the frame rate identifies slow motion",
        arguments: [
            (nil, []), (30, []), (60, []), (99.9, []), (119.88, .videoHighFrameRate), (240, .videoHighFrameRate),
            (90_000, []),
        ] as [(Double?, MediaProbe.Subtypes)])
    func frameRates(_ rate: Double?, _ subtypes: MediaProbe.Subtypes) {
        #expect(VideoSubtypes.subtypes(MovieTags(tags: [:]), frameRate: rate, filename: "IMG_1.MOV") == subtypes)
    }

    @Test func `tags and filenames identify time lapses and screen recordings`() {
        func subtypes(_ tags: [String: String], _ filename: String = "movie.mov") -> MediaProbe.Subtypes {
            VideoSubtypes.subtypes(MovieTags(tags: tags), frameRate: 30, filename: filename)
        }
        #expect(subtypes(["com.apple.quicktime.is-time-lapse": "1"]) == .videoTimelapse)
        #expect(subtypes(["com.apple.quicktime.is-time-lapse": "0"]) == [])
        #expect(subtypes(["com.apple.quicktime.author": "ReplayKitRecording"]) == .videoScreenRecording)
        #expect(subtypes([:], "RPReplay_Final1715074384.MP4") == .videoScreenRecording)
        #expect(subtypes([:], "Screen_Recording_20240507_093304.mp4") == .videoScreenRecording)
        #expect(subtypes(["make": "Apple"], "RPReplay_Final1715074384.MP4") == [])
    }

    @Test func `a generated movie has its tags, frames and duration`() throws {
        var movie = SampleMedia.Movie()
        (movie.frames, movie.framesPerSecond) = (60, 240)
        movie.tags = [
            ("com.apple.quicktime.creationdate", "2024-05-07T09:33:04+0800"),
            ("com.apple.quicktime.content.identifier", "5C0A4A3E-2E64-4A46-9E42-7B2F7D9E0B31"),
            ("com.apple.quicktime.location.ISO6709", "+34.0522-118.2437+071.5/"),
            ("com.apple.quicktime.make", "Apple"), ("com.apple.quicktime.model", "iPhone 12 Pro"),
            ("com.apple.quicktime.camera.lens_model", "iPhone 12 Pro front camera 2.71mm f/2.2"),
            ("com.apple.quicktime.title", "A title"), ("com.apple.quicktime.description", "A caption"),
            ("com.apple.quicktime.keywords", "lake,summer"), ("com.apple.quicktime.rating.user", "4.0"),
        ]
        let probe = try #require(try Probing.movie(SampleMedia.movie(movie)))
        #expect(probe.captureDate?.source == .quickTimeCreationDate && probe.captureDate?.utcOffsetInSeconds == 28_800)
        #expect(probe.contentIdentifier == "5C0A4A3E-2E64-4A46-9E42-7B2F7D9E0B31")
        #expect(probe.location == MediaProbe.Location(latitude: 34.0522, longitude: -118.2437, altitude: 71.5))
        #expect(probe.cameraMake == "Apple" && probe.cameraModel == "iPhone 12 Pro" && probe.isSelfPortrait)
        #expect(probe.title == "A title" && probe.caption == "A caption" && probe.rating == 4)
        #expect(probe.keywords == ["lake", "summer"])
        #expect(probe.frameRate == 240 && abs(probe.duration - 0.25) < 1e-6 && probe.subtypes == .videoHighFrameRate)
    }

    @Test func `the user data's date and the container's are read from a movie`() throws {
        var movie = SampleMedia.Movie()
        // Seconds from 1904 to 2024-05-07 01:33:04 UTC.
        movie.creationTime = 3_797_919_184 - 28_800
        let plain = try #require(try Probing.movie(SampleMedia.movie(movie))?.captureDate)
        #expect(plain.source == .container && plain.utcOffsetInSeconds == 0)
        #expect(try plain.secondsSinceReferenceDate == Probing.instant("2024-05-07T01:33:04Z"))
        movie.userDate = "2023-05-07T09:33:04+0800"
        let user = try #require(try Probing.movie(SampleMedia.movie(movie))?.captureDate)
        #expect(user.source == .container && user.utcOffsetInSeconds == 28_800)
        #expect(try user.secondsSinceReferenceDate == Probing.instant("2023-05-07T01:33:04Z"))
    }
}
