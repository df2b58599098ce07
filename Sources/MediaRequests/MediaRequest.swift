/// A request of the host to a worker.
package enum MediaRequest: Codable, Sendable, Equatable {
    /// Report the state of the sandbox.
    case describe
    /// Do a task. The message contains the file's descriptor, never its path, and for images the descriptor of the
    /// memory for them. The sources of an image graph follow.
    case work(MediaTask)
    /// Do a task with a video of which only some bytes are here. The message contains the same descriptors.
    case partialWork(MediaTask, PresentBytes)
    /// Export a movie. The message contains the descriptors of the output file and of the movies. With settings for
    /// frames, the worker stops at each frame.
    case export(VideoExport, frames: FrameSettings?)
    /// Replace the frame for which the current export waits.
    case frame(FrameAnswer)
    /// Write the pixels of this frame to the memory whose descriptor the message contains.
    case framePixels
    /// Read the samples of a movie in a session. The message contains the descriptors of the movie and of the memory
    /// for the samples.
    case readSamples(SampleReading)
    /// Write a movie from samples in a session. The message contains the descriptor of the output file.
    case writeMovie(MovieWriting)
    /// A further message of the current session of samples.
    case samples(SampleRequest)
}

/// A message in a session that reads or writes samples.
package enum SampleRequest: Codable, Sendable, Equatable {
    /// Write the next samples of an output to the memory.
    case next(output: Int)
    /// Append a sample to a track. The message contains the descriptor of its bytes.
    case append(AppendedSample)
    /// A track gets no further samples.
    case finishInput(Int)
    /// Complete the movie. The last frame plays until `end`, if that's not `nil`.
    case finishMovie(end: MediaTime?)
}

/// A task for a file.
package enum MediaTask: Codable, Sendable, Equatable {
    /// Read the file's format and metadata without decoding it. The filename's extension decides if the bytes alone
    /// don't.
    case probe(filename: String)
    /// Decode the file's image.
    case render(RenderRequest)
    /// Read the tracks and the metadata of a movie or sound without decoding samples.
    case describeMovie(filename: String)
    /// Decode the frame of a movie at a time.
    case frame(FrameRequest)
    /// Find out how to play a video in parts.
    case planParts(filename: String)
    /// Make a part of a video.
    case part(MoviePartRequest)
    /// Decode frames of a video, spread over its duration.
    case frames(MovieFramesRequest)
    /// Render an image graph. The file is the `GraphRequest` in JSON.
    case graph(GraphWork)
    /// Read an image file's format and all its properties without decoding it.
    case describeImage(filename: String)
    /// Encode an animated image. The file contains the pixels of the frames.
    case animation(AnimationRequest)
    /// Write a Live Photo's content identifier into a photo.
    case markPhoto(PhotoMarking)
    /// Find the bytes to overwrite, so that the file no longer has some of its metadata.
    case removeMetadata(RemovedMetadata)
    /// Read the data of a recipe by Apple's editor.
    case readRecipe
}

/// A worker's answer to a request.
package enum MediaReply: Codable, Sendable, Equatable {
    case worker(WorkerState)
    case probe(MediaProbe)
    /// Describes the pixels, which are in the request's memory.
    case pictures(PictureLayout)
    case movie(MovieDescription)
    /// Describes the frame's pixels, which are in the request's memory.
    case frame(FrameLayout)
    case partPlan(MoviePartPlan)
    /// The part's bytes are at the start of the request's memory.
    case part(byteCount: Int)
    /// The bytes of an image graph's file are at the start of the request's memory.
    case graphFile(byteCount: Int)
    /// The bytes of an `ImageFileDescription` or of an animated image are at the start of the request's memory.
    case imageFile(byteCount: Int)
    /// The marked photo's bytes are at the start of the request's memory.
    case markedPhoto(byteCount: Int)
    /// A `ByteChangeList` is at the start of the request's memory.
    case byteChanges(byteCount: Int)
    /// The effect of a Live Photo in a recipe, as in `MediaProbe.playbackVariation`. `nil` if it has none.
    case recipe(playbackVariation: Int?)
    /// The finished share of an export, from 0 to 1. The result follows in another message.
    case progress(Double)
    case exported(ExportedVideo)
    /// An export waits for the answer to a frame.
    case editedFrame(FrameDescription)
    /// The frame's pixels are in the memory.
    case framePixels
    /// The formats of the outputs of a session that reads samples.
    case sampleFormats([SampleFormat])
    /// Describes samples, which are in the session's memory.
    case samples(SampleBatch)
    /// The request of a session that writes a movie is done.
    case appended
    case failure(MediaError)
}
