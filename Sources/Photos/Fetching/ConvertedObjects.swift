import PhotoLibrary

/// Converts the objects of a fetch to a superclass.
struct ConvertedObjects<General: AnyObject>: FetchedObjects {
    private let base: any FetchedObjects
    private let atIndex: @Sendable (Int) -> General
    private let indexOf: @Sendable (General) -> Int?
    private let progressOfBase: @Sendable (Principal) throws -> FetchedProgress<General>?

    init<Special: AnyObject>(_ base: any FetchedObjects<Special>) {
        self.base = base
        atIndex = { index in
            let object = base.object(at: index)
            guard let general = object as? General else {
                raiseInvalidArgument("\(Special.self) is no \(General.self).")
            }
            return general
        }
        indexOf = { object in (object as? Special).flatMap(base.firstIndex) }
        progressOfBase = { principal in
            try base.progress(for: principal).map { progress in
                FetchedProgress(after: ConvertedObjects(progress.after), change: progress.change)
            }
        }
    }

    var count: Int { base.count }

    func object(at index: Int) -> General { atIndex(index) }

    func firstIndex(of object: General) -> Int? { indexOf(object) }

    func assetCount(of mediaType: PHAssetMediaType) -> Int { base.assetCount(of: mediaType) }

    func progress(for principal: Principal) throws -> FetchedProgress<General>? { try progressOfBase(principal) }
}
