/// Runs only libjpeg-turbo, on one thread per core.
enum DecoderRun {
    /// Returns the number of files per second that are decoded at a fraction of their size.
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
