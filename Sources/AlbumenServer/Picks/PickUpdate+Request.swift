import Foundation
import PickerWire

extension PickUpdate: RequestDocument {
    static var bodyLimit: Int { PickRequest.bodyLimit }

    package init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, known: Field.self)
        self.init(
            limit: try fields.pickLimit(Field.limit.rawValue),
            edges: fields.has(Field.edgesWithoutContentMargins.rawValue)
                ? try fields.names(Field.edgesWithoutContentMargins.rawValue) : nil,
            deselect: try fields.optional(Field.deselect.rawValue) ?? [],
            move: try fields.optional(Field.move.rawValue, as: MoveDocument.self)?.move,
            scrolls: try fields.optional(Field.scrollToInitialPosition.rawValue) ?? false,
            zoom: try fields.name(Field.zoom.rawValue),
            search: fields.has(Field.search.rawValue)
                ? try fields.claim(Field.search.rawValue, limit: PickConfiguration.searchLimit) ?? "" : nil,
            ends: try fields.optional(Field.end.rawValue) ?? false)
    }

    private struct MoveDocument: Decodable {
        let move: Move

        init(from decoder: any Decoder) throws {
            let fields = try RequestFields(decoder, known: Move.Field.self)
            move = Move(
                item: try fields.value(Move.Field.item.rawValue),
                after: try fields.nullable(Move.Field.after.rawValue, as: String.self) ?? nil)
        }
    }
}
