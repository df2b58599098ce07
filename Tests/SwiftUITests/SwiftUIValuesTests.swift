import Foundation
import SwiftUI
import Testing

@MainActor
@Suite struct SwiftUIValuesTests {
    private enum Order: String { case newest, oldest }
    private enum Size: Int { case large = 1 }

    private final class Settings {
        @AppStorage var columns: Int
        @AppStorage var isGrid: Bool
        @AppStorage var order: Order
        @AppStorage var size: Size?
        @AppStorage var server: URL?
        @AppStorage var name: String?

        init(_ store: UserDefaults) {
            _columns = AppStorage(wrappedValue: 3, "columns", store: store)
            _isGrid = AppStorage(wrappedValue: true, "isGrid", store: store)
            _order = AppStorage(wrappedValue: .newest, "order", store: store)
            _size = AppStorage("size", store: store)
            _server = AppStorage("server", store: store)
            _name = AppStorage("name", store: store)
        }
    }

    @Test func `app storage has its default until a value is stored, and removes it with nil`() throws {
        let suite = "albumen-\(UUID().uuidString)"
        let store = try #require(UserDefaults(suiteName: suite))
        defer { store.removePersistentDomain(forName: suite) }
        let (settings, others) = (Settings(store), Settings(store))
        #expect(settings.columns == 3 && settings.isGrid && settings.order == .newest)
        #expect(settings.size == nil && settings.server == nil && settings.name == nil)
        settings.columns = 5
        settings.isGrid = false
        settings.order = .oldest
        settings.size = .large
        settings.server = URL(string: "https://example.org/a?b")
        settings.name = "a"
        #expect(others.columns == 5 && !others.isGrid && others.order == .oldest && others.size == .large)
        #expect(others.server == URL(string: "https://example.org/a?b") && others.name == "a")
        #expect(store.integer(forKey: "columns") == 5 && store.string(forKey: "order") == "oldest")
        others.$columns.wrappedValue = 7
        #expect(settings.columns == 7)
        settings.name = nil
        settings.size = nil
        #expect(others.name == nil && others.size == nil && store.object(forKey: "name") == nil)
        store.set("nonsense", forKey: "order")
        #expect(settings.order == .newest)
    }

    @Test func `a stored value of another type means the default`() throws {
        let suite = "albumen-\(UUID().uuidString)"
        let store = try #require(UserDefaults(suiteName: suite))
        defer { store.removePersistentDomain(forName: suite) }
        let settings = Settings(store)
        let ratio = AppStorage(wrappedValue: 0.5, "ratio", store: store)
        let others: [(String, [Any])] = [
            ("columns", ["5", 2.5, true]), ("isGrid", ["NO", 0]), ("ratio", ["1.5", true]), ("name", [5, true]),
            ("server", [5]), ("size", ["1"]),
        ]
        for (key, values) in others {
            for value in values {
                store.set(value, forKey: key)
                #expect(settings.columns == 3 && settings.isGrid && ratio.wrappedValue == 0.5, "\(key): \(value)")
                #expect(settings.name == nil && settings.server == nil && settings.size == nil, "\(key): \(value)")
            }
        }
        store.set(2, forKey: "ratio")
        #expect(ratio.wrappedValue == 2)
    }

    @Test func `a binding reads and writes its source, also through properties`() {
        var point = CGPoint(x: 1, y: 2)
        let binding = Binding(get: { point }, set: { point = $0 })
        binding.x.wrappedValue = 5
        #expect(point == CGPoint(x: 5, y: 2) && binding.y.wrappedValue == 2)
        let constant = Binding.constant(1)
        constant.wrappedValue = 2
        #expect(constant.wrappedValue == 1)
        var name: String? = "a"
        let optional = Binding(get: { name }, set: { name = $0 })
        let required = Binding<String>(optional)
        required?.wrappedValue = "b"
        #expect(name == "b")
        name = nil
        let missing = Binding<String>(optional)
        // A binding that exists keeps the value of its creation.
        #expect(missing?.wrappedValue == nil && required?.wrappedValue == "a")
    }

    @Test func `an observable object has bindings`() {
        let model = SampleModel()
        @Bindable var bindable = model
        $bindable.count.wrappedValue = 4
        #expect(model.count == 4)
    }

    @Test func `withAnimation calls its closure once, and then the completion`() throws {
        var calls: [String] = []
        let result = withAnimation(.easeInOut(duration: 0.2)) {
            calls.append("body")
            return 3
        }
        withAnimation {
            calls.append("other")
        } completion: {
            calls.append("completion")
        }
        #expect(result == 3 && calls == ["body", "other", "completion"])
        #expect(throws: CocoaError.self) { try withAnimation { throw CocoaError(.userCancelled) } }
        #expect(Animation.spring().delay(1) != Animation.spring())
    }

    @Test func `images and colours are values`() throws {
        let picture = UIGraphicsImageRenderer(size: CGSize(width: 2, height: 1)).image { _ in }
        let image = Image(uiImage: picture)
        #expect(image.uiImage === picture && image == Image(uiImage: picture) && image != Image(systemName: "photo"))
        let turned = Image(decorative: try #require(picture.cgImage), scale: 2, orientation: .right)
        #expect(turned.uiImage?.size == CGSize(width: 1, height: 2))
        #expect(UIColor(Color.black.opacity(0.5).opacity(0.5)) == UIColor(white: 0, alpha: 0.25))
        #expect(Color(red: 1, green: 0, blue: 0) == Color(uiColor: .red) && ScenePhase.background < .active)
    }
}

@Observable
private final class SampleModel {
    var count = 0
}
