import AlbumenTestSupport
import Testing

@testable import Albumen
@testable import PhotoLibrary

@Suite struct FirstInFirstOutTests {
    @Test func `elements leave in the order in which they came`() {
        var generator = SeededGenerator(seed: 33)
        var elements = FirstInFirstOut<Int>()
        var model: [Int] = []
        for element in 0..<20_000 {
            // Longer and longer, and then shorter again.
            if Int.random(in: 0..<20_000, using: &generator) > element {
                elements.append(element)
                model.append(element)
            } else {
                #expect(elements.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
            }
            #expect(elements.count == model.count && elements.isEmpty == model.isEmpty)
        }
        while let element = elements.popFirst() { #expect(element == model.removeFirst()) }
        #expect(model.isEmpty)
    }

    @Test func `an element that has left isn't kept in memory`() {
        final class Element {}
        var elements = FirstInFirstOut<Element>()
        for _ in 0..<10 { elements.append(Element()) }
        weak let first = elements.popFirst()
        #expect(first == nil)
        #expect(elements.count == 9)
    }
}
