/// Which pictures of a HEIF file are made of which: grids and overlays of their parts, a picture of its alpha.
///
/// libheif 1.15 follows them without an end, and its stack overflows where one is made of itself.
enum DerivedItems {
    /// A grid of parts that are cut out of others: no camera goes deeper.
    private static let depthLimit = 8
    /// As many tiles as a grid can have, twice.
    private static let referenceLimit = 1 << 17

    /// Whether some picture is made of itself, or by more steps than any program writes.
    static func areEndless(_ view: ByteView, _ sequence: BoxSequence) -> Bool {
        guard let meta = sequence.boxes.first(where: { $0.code == "meta" }),
            let bytes = view.part(at: meta.contentOffset, count: min(meta.contentCount, view.count)),
            let box = SharedItemReferences.box("iref", in: ByteView(bytes)),
            let references = ItemReferences(box.content)
        else { return false }
        var parts: [Int: Set<Int>] = [:]
        var count = 0
        for reference in references {
            for target in reference.targets {
                switch reference.code {
                case "dimg": parts[reference.source, default: []].insert(target)
                case "auxl": parts[target, default: []].insert(reference.source)
                default: continue
                }
                count += 1
                if count > referenceLimit { return true }
            }
        }
        return isDeeper(parts)
    }

    /// Takes away, round for round, what is made of nothing that is left. What is left after as many rounds as are allowed is
    /// deeper, or a circle.
    private static func isDeeper(_ parts: [Int: Set<Int>]) -> Bool {
        var left = parts
        for _ in 0..<depthLimit where !left.isEmpty {
            left = left.filter { _, parts in parts.contains { left[$0] != nil } }
        }
        return !left.isEmpty
    }
}
