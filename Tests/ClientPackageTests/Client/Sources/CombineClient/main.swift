import Combine
import Foundation

let model = PhotoSearchModel()
var changes = 0
let subscription = model.objectWillChange.sink { changes += 1 }
model.onlyFavorites = true
model.query = "b"
for await state in model.$state.values {
    if case .loaded(let count) = state {
        print("favorites: \(count)")
        break
    }
}
print("suggestions: \(model.suggestions.joined(separator: ", "))")
for try await count in model.count().values { print("images: \(count)") }
print("changed: \(changes > 0)")
