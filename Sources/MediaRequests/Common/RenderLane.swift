/// A group of workers in a pool. Slow images have their own workers, so that other images never wait for them.
package enum RenderLane: Sendable, CaseIterable {
    /// For images that decode quickly. A decode that takes longer fails with `takesLong`.
    case quick
    /// For images that take long. This lane has fewer workers. They yield the processor to those of the quick lane.
    case slow
    /// For parts of videos, which a reader waits for. They take seconds, so they have their own workers. A cancelled
    /// part ends its worker.
    case video
}
