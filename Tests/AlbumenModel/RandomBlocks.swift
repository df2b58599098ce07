import Albumen
import AlbumenTestSupport
import Foundation

/// Generates change blocks for a library from a seed. Most of them are valid.
package struct RandomBlocks {
    private var generator: SeededGenerator
    /// A state that a client may still show.
    private var earlier = LibraryModel()

    package init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// Generates changes that build on each other: later ones use objects of earlier ones.
    package mutating func next(for model: LibraryModel) -> [ModelChange] {
        if chance(4) { earlier = model }
        var block: [ModelChange] = []
        var after = model
        var requests = 0
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            requests += 1
            let changes = changes(after, before: model, request: requests)
            var attempt = after
            block += changes
            // Skips most invalid changes. Otherwise a mistake would end each long block.
            if (try? attempt.apply(changes)) != nil { after = attempt }
        }
        return block
    }

    private mutating func changes(_ model: LibraryModel, before: LibraryModel, request: Int) -> [ModelChange] {
        switch Int.random(in: 0..<20, using: &generator) {
        case 0: return [.createAlbum(makeUUID(), title: word())]
        case 1: return [.createFolder(makeUUID(), title: word())]
        case 2: return [.rename(word(), collection(model))]
        case 3 where chance(3): return [.delete(collection(model))]
        case 4: return [.trash(asset(model))]
        case 5: return [.restore(asset(model))]
        case 6 where chance(3): return [.purge(asset(model, isTrashed: true))]
        case 7...8: return [.change(assetChange(), asset(model))]
        case 9: return [chance(2) ? .restoreDate(asset(model)) : .change(assetChange(), asset(model))]
        case 10...14:
            let album = model.albums.keys.sorted().randomElement(using: &generator) ?? collection(model)
            let seen = chance(2) ? list(album, before, \.albums[album]?.members) : nil
            let items = { (self: inout Self) in self.asset(model) }
            return steps(seen ?? model.albums[album]?.members ?? [], seen != nil, items).map {
                .editMembers($0, request: request, seen: seen, album: album)
            }
        default:
            let folder = chance(4) ? nil : model.folders.keys.sorted().randomElement(using: &generator)
            // A client can only have fetched collections that the block didn't create.
            let known = folder.map { before.folders[$0] != nil } ?? true
            let seen = known && chance(2) ? before.children(folder) : nil
            let items = { (self: inout Self) in self.collection(model) }
            return steps(seen ?? model.children(folder), seen != nil, items).map {
                .editChildren($0, request: request, seen: seen, folder: folder)
            }
        }
    }

    private func list(
        _ album: String, _ before: LibraryModel, _ members: KeyPath<LibraryModel, [String]?>
    ) -> [String]? {
        // Assets that were purged since have no row, so they can't be referred to.
        (earlier[keyPath: members] ?? before[keyPath: members])?.filter { before.assets[$0] != nil }
    }

    private mutating func steps(
        _ list: [String], _ isSeen: Bool, _ item: (inout Self) -> String
    ) -> [ListEdit.Step] {
        (0..<(isSeen ? Int.random(in: 1...3, using: &generator) : 1)).map { _ in
            let count = Int.random(in: 0...3, using: &generator)
            let items = (0..<count).map { _ in item(&self) }
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: return .add(items)
            case 1: return .remove(items)
            case 2: return .removeAt(indexes(list.count, count))
            case 3: return .insert(Array(Set(items)).sorted(), at: indexes(list.count + 1, Set(items).count))
            case 4: return .replace(indexes(list.count, count), with: items)
            default: return .move(indexes(list.count, count), to: Int.random(in: 0...(list.count), using: &generator))
            }
        }
    }

    private mutating func indexes(_ limit: Int, _ count: Int) -> IndexSet {
        let limit = limit + (chance(20) ? 3 : 0)
        guard limit > 0 else { return [] }
        return IndexSet((0..<limit).shuffled(using: &generator).prefix(count))
    }

    private mutating func assetChange() -> AssetChange {
        var change = AssetChange()
        if chance(2) { change.isFavorite = Bool.random(using: &generator) }
        if chance(4) { change.isHidden = Bool.random(using: &generator) }
        if chance(4) { change.rating = Int.random(in: 0...5, using: &generator) }
        if chance(4) { change.caption = .some(chance(2) ? nil : word()) }
        if chance(4) {
            change.creationDate = .some(
                chance(8) ? nil : Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0..<9, using: &generator)))
            )
        }
        return change
    }

    private mutating func asset(_ model: LibraryModel, isTrashed: Bool? = nil) -> String {
        let wanted = model.assets.filter { isTrashed == nil || $0.value.isTrashed == isTrashed }.keys.sorted()
        return chance(40) ? makeUUID() : wanted.randomElement(using: &generator) ?? makeUUID()
    }

    private mutating func collection(_ model: LibraryModel) -> String {
        let all = (Array(model.albums.keys) + Array(model.folders.keys)).sorted()
        return chance(40) ? makeUUID() : all.randomElement(using: &generator) ?? makeUUID()
    }

    private mutating func word() -> String {
        ["Rome", "雨", "", "a \"b\"", "Café"].randomElement(using: &generator) ?? ""
    }

    private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &generator) == 0 }

    private mutating func makeUUID() -> String {
        let digits = (0..<32).map { _ in "0123456789ABCDEF".randomElement(using: &generator) ?? "0" }
        let text = String(digits)
        return [8, 4, 4, 4, 12].reduce(into: (parts: [String](), rest: text[...])) { result, length in
            result.parts.append(String(result.rest.prefix(length)))
            result.rest = result.rest.dropFirst(length)
        }.parts.joined(separator: "-")
    }
}
