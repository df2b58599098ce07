import Foundation

/// A filter in the form that the server reads.
indirect enum PickerCondition: Hashable, Sendable, Encodable {
    case kind(String)
    case playbackStyle(String)
    case duration(Double?, Double?)
    case fileSize(Int64?, Int64?)
    case creationDate(Date?, Date?)
    case any([PickerCondition])
    case all([PickerCondition])
    case not(PickerCondition)

    private enum CodingKeys: CodingKey {
        case kind, playbackStyle, duration, fileSize, creationDate, any, all, not
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .kind(let name): try container.encode(name, forKey: .kind)
        case .playbackStyle(let name): try container.encode(name, forKey: .playbackStyle)
        case .duration(let from, let to): try container.encode([from, to], forKey: .duration)
        case .fileSize(let from, let to): try container.encode([from, to], forKey: .fileSize)
        case .creationDate(let from, let to):
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            try container.encode([from, to].map { $0?.formatted(style) }, forKey: .creationDate)
        case .any(let conditions): try container.encode(conditions, forKey: .any)
        case .all(let conditions): try container.encode(conditions, forKey: .all)
        case .not(let condition): try container.encode(condition, forKey: .not)
        }
    }
}
