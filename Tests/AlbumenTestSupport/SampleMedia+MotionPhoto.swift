package import Foundation

extension SampleMedia {
    /// Returns a motion photo as Google's cameras write it: a JPEG whose XMP names the video behind it.
    ///
    /// - Parameters:
    ///   - comment: Makes the photo's bytes different from those of others.
    ///   - video: The bytes behind the photo.
    ///   - photoTime: The moment of the photo in the video, in microseconds, or `nil` for none.
    package static func motionPhoto(
        comment: String? = nil, video: Data = movie(), photoTime: Int? = 300_000, exif: Exif? = nil
    ) -> Data {
        let container = "http://ns.google.com/photos/1.0/container/"
        let item = { (type: String, meaning: String, length: Int) in
            """
            <rdf:li rdf:parseType="Resource"><Container:Item xmlns:Container="\(container)" \
            xmlns:Item="\(container)item/" Item:Mime="\(type)" Item:Semantic="\(meaning)" Item:Length="\(length)" \
            Item:Padding="0"/></rdf:li>
            """
        }
        let items = item("image/jpeg", "Primary", 0) + item("video/quicktime", "MotionPhoto", video.count)
        let packet = xmpPacket(
            [("GCamera:MotionPhoto", "1"), ("GCamera:MotionPhotoVersion", "1")]
                + (photoTime.map { [("GCamera:MotionPhotoPresentationTimestampUs", "\($0)")] } ?? []),
            elements: """
                <Container:Directory xmlns:Container="\(container)"><rdf:Seq>\(items)</rdf:Seq></Container:Directory>
                """)
        return jpeg(width: 64, height: 48, comment: comment, exif: exif, xmp: packet) + video
    }
}
