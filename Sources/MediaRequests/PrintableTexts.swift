extension String {
    /// The text with all characters escaped that control a terminal, end a line of a log or change the direction of
    /// text.
    package var printable: String {
        guard unicodeScalars.contains(where: \.isSteering) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            text += scalar.isSteering ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isSteering: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }
}

extension MediaReply {
    /// The answer with printable messages. A compromised worker chooses their texts, and hosts write them to logs and
    /// terminals. Metadata of files, such as captions, stay as they are.
    package var withPrintableMessages: MediaReply {
        switch self {
        case .worker(var state):
            state.versions = state.versions.printable
            state.complaints = state.complaints.map(\.printable)
            return .worker(state)
        case .probe(var probe):
            probe.damage = probe.damage?.printable
            return .probe(probe)
        case .pictures(var layout):
            layout.damage = layout.damage?.printable
            return .pictures(layout)
        case .movie(var movie):
            movie.damage = movie.damage?.printable
            return .movie(movie)
        case .frame(var frame):
            frame.layout.damage = frame.layout.damage?.printable
            return .frame(frame)
        case .exported(var video):
            video.damage = video.damage?.printable
            return .exported(video)
        case .samples(var batch):
            batch.damage = batch.damage?.printable
            return .samples(batch)
        case .failure(var error):
            error.message = error.message.printable
            return .failure(error)
        case .partPlan, .part, .graphFile, .imageFile, .markedPhoto, .byteChanges, .recipe, .progress,
            .editedFrame,
            .framePixels, .sampleFormats, .appended:
            return self
        }
    }
}
