import Foundation

/// Compares the peak memory of `albumen import` and its workers for many files with that for few files.
enum MemoryBenchmark {
    private static let few = Rehearsal.isOn ? 4 : 1_000
    private static let many = Rehearsal.isOn ? 8 : 10_000
    private static let goal = 1.1

    static func run(_ media: BenchmarkMedia) throws {
        try media.withWorkFolder { work in
            let small = try SmallPhotographs(from: [media.photographs[0]], work: work)
            print("\nmemory: albumen import and its workers, \(many) JPEGs of \(small.size / 1000) KB against \(few)")
            let overFew = try peaks(few, small, work)
            let overMany = try peaks(many, small, work)
            let resident = tell(
                "sum of peak resident sizes", overFew.map(\.residentPeak), overMany.map(\.residentPeak))
            print("    goal at most \(goal): \(resident <= goal ? "met" : "MISSED")")
            // Only for information. It shows growth that the resident size of shared libraries hides.
            tell("peak of summed anonymous memory", overFew.map(\.anonymousPeak), overMany.map(\.anonymousPeak))
        }
    }

    private static func peaks(_ count: Int, _ small: SmallPhotographs, _ work: URL) throws -> [MemoryMeter] {
        let photographs = work.appendingPathComponent("\(count)", isDirectory: true)
        try small.make(count, in: photographs)
        return try (0..<Repetitions.count).map { _ in
            let library = work.appendingPathComponent("library", isDirectory: true)
            var meter = MemoryMeter()
            let options = ["import", "--json", "--library", library.path, photographs.path]
            let taken = try Stopwatch.seconds {
                try meter.watch(try Program(beside: "albumen").start(options))
            }
            print("  \(count) files: \(meter.processCount) processes, \(Int(Double(count) / taken)) files/s")
            try FileManager.default.removeItem(at: library)
            return meter
        }
    }

    /// Compares medians, because both sides are Albumen's.
    ///
    /// - Returns: The ratio.
    @discardableResult
    private static func tell(_ title: String, _ overFew: [Int64], _ overMany: [Int64]) -> Double {
        let few = Repetitions(values: overFew.map { Double($0) / 1e6 })
        let many = Repetitions(values: overMany.map { Double($0) / 1e6 })
        let ratio = many.median / few.median
        print(
            """
              \(title)
                over \(Self.few): \(list(few)) MB, median \(list(Repetitions(values: [few.median])))
                over \(Self.many): \(list(many)) MB, median \(list(Repetitions(values: [many.median])))
                ratio: \(String(format: "%.2f", ratio))
            """)
        return ratio
    }

    private static func list(_ repetitions: Repetitions) -> String {
        repetitions.values.map { String(format: "%.1f", $0) }.joined(separator: ", ")
    }
}
