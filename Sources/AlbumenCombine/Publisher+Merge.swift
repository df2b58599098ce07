public import OpenCombine

extension Publisher {
    /// Publishes the values of this publisher and of another of the same type in the order of their arrival.
    public func merge(with other: Self) -> Publishers.MergeMany<Self> {
        Publishers.MergeMany(self, other)
    }

    /// Publishes the values of this publisher and of another publisher in the order of their arrival.
    public func merge<B: Publisher>(with other: B) -> Publishers.Merge<Self, B>
    where B.Failure == Failure, B.Output == Output {
        .init(self, other)
    }

    /// Publishes the values of this publisher and of two other publishers in the order of their arrival.
    public func merge<B: Publisher, C: Publisher>(with b: B, _ c: C) -> Publishers.Merge3<Self, B, C>
    where B.Failure == Failure, B.Output == Output, C.Failure == Failure, C.Output == Output {
        .init(self, b, c)
    }

    /// Publishes the values of this publisher and of three other publishers in the order of their arrival.
    public func merge<B: Publisher, C: Publisher, D: Publisher>(with b: B, _ c: C, _ d: D)
        -> Publishers.Merge4<Self, B, C, D>
    where
        B.Failure == Failure, B.Output == Output, C.Failure == Failure, C.Output == Output, D.Failure == Failure,
        D.Output == Output
    {
        .init(self, b, c, d)
    }
}

extension Publishers.MergeMany {
    /// Publishes the values of these publishers and of another of the same type in the order of their arrival.
    public func merge(with other: Upstream) -> Publishers.MergeMany<Upstream> {
        Publishers.MergeMany(publishers + [other])
    }
}
