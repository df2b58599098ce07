public import CoreMedia
public import CoreVideo
public import Foundation
import MediaRequests

/// Appends pixel buffers to an input for frames.
open class AVAssetWriterInputPixelBufferAdaptor: NSObject {
    private let input: AVAssetWriterInput
    private let passedAttributes: [String: Any]?
    private let pool: CVPixelBufferPool?

    /// The input.
    open var assetWriterInput: AVAssetWriterInput { input }
    /// The attributes as they were passed.
    open var sourcePixelBufferAttributes: [String: Any]? { passedAttributes }

    /// Creates pixel buffers with the adaptor's attributes. A missing size is that of the input's settings, and the
    /// default format is ``kCVPixelFormatType_32BGRA``. Apple's adaptor has no pool before the writer starts.
    ///
    /// `nil` if there is no size, or if pixel buffers can't have the format.
    open var pixelBufferPool: CVPixelBufferPool? { pool }

    public init(assetWriterInput input: AVAssetWriterInput, sourcePixelBufferAttributes: [String: Any]? = nil) {
        self.input = input
        passedAttributes = sourcePixelBufferAttributes
        var attributes = CVPixelBufferAttributes(sourcePixelBufferAttributes)
        let numbers = SettingNumbers(input.outputSettings ?? [:])
        attributes.format = attributes.format ?? kCVPixelFormatType_32BGRA
        attributes.width = attributes.width ?? numbers[AVVideoWidthKey].map { Int(Int64(rounding: $0)) }
        attributes.height = attributes.height ?? numbers[AVVideoHeightKey].map { Int(Int64(rounding: $0)) }
        pool = CVPixelBufferPool(attributes)
        super.init()
    }

    /// Appends a frame, which plays until the next one. Its pixels must not change until it's encoded.
    ///
    /// - Returns: `false` if the writer isn't writing, has no session, or fails. See ``AVAssetWriter/error``.
    @discardableResult
    open func append(_ pixelBuffer: CVPixelBuffer, withPresentationTime presentationTime: CMTime) -> Bool {
        assetWriterInput.append { index throws(AVError) in
            guard let time = MediaTime(presentationTime) else { throw PendingSample.timeless }
            return try PendingSample(pixelBuffer, at: time, index)
        }
    }
}
