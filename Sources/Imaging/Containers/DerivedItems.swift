import MediaContainers

/// Finds HEIF files with a picture that is derived from itself. Grids and overlays are derived from their parts, and a
/// picture is derived from its alpha.
///
/// libheif 1.15 follows such references until its stack overflows. libheif detects cycles of `dimg` references since
/// 1.16, and while decoding since 1.19. With 1.19, this type can be deleted. `LibheifWorkaroundTests` fails when it
/// can.
enum DerivedItems {
    /// Enough for a grid of parts that are cut out of other pictures. Cameras nest no deeper.
    private static let depthLimit = 8
    /// Twice as many tiles as a grid can have.
    private static let referenceLimit = 1 << 17

    /// Returns whether a picture is derived from itself, or in more steps than any program writes.
    static func areEndless(_ view: ByteView, _ boxes: FileBoxes) -> Bool {
        boxes.boxes.contains { box in
            guard box.type == "meta", let content = MetaBox(view, box)?.content(of: "iref"),
                let references = ItemReferences(content)
            else { return false }
            return areEndless(references)
        }
    }

    private static func areEndless(_ references: ItemReferences) -> Bool {
        var parts: [Int: Set<Int>] = [:]
        var count = 0
        for reference in references {
            for target in reference.targets {
                switch reference.type {
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

    /// Removes in each round the pictures whose parts have all been removed. Pictures that remain after the allowed
    /// number of rounds are nested deeper or form a cycle.
    private static func isDeeper(_ parts: [Int: Set<Int>]) -> Bool {
        var left = parts
        for _ in 0..<depthLimit where !left.isEmpty {
            left = left.filter { _, parts in parts.contains { left[$0] != nil } }
        }
        return !left.isEmpty
    }
}
