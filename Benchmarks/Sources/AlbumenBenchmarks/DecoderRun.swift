/// libjpeg-turbo by itself at work, on one thread for each core.
enum DecoderRun {
    /// How many files a second are decoded at one part of their size, and nothing else.
    static func rate(_ files: [String], denominator: Int32, cores: [Int32]) throws -> Double {
        let seconds = try Stopwatch.seconds {
            try ConcurrentRun.run(
                cores.indices.map { index in
                    {
                        try Processor.pin(to: cores[index])
                        let reference = try ReferenceDecoder()
                        for file in Dealt.part(index, of: cores.count, files) {
                            try reference.decode(file, denominator: denominator)
                        }
                    }
                })
        }
        return Double(files.count) / seconds
    }
}
