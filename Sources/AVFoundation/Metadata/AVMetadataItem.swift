public import CoreMedia
public import Foundation
import MediaRequests

/// A fact about an asset or a track, such as its title.
///
/// `AVMetadataItem()` is empty, so that tests of an app can subclass it. Values beyond 48 KB in all, such as large
/// artwork, are left out.
open class AVMetadataItem: NSObject, NSCopying, NSMutableCopying, AVAsynchronousKeyValueLoading {
    var facts: MetadataFacts

    /// Creates an empty item.
    public override init() {
        facts = MetadataFacts()
        super.init()
    }

    init(_ facts: MetadataFacts) {
        self.facts = facts
        super.init()
    }

    /// The key with its key space, or `nil` if one of them is missing.
    open var identifier: AVMetadataIdentifier? { facts.identifier }
    /// The key: an `NSString`.
    open var key: (any NSCopying & NSObjectProtocol)? { facts.key.map { NSString(string: $0) } }
    open var keySpace: AVMetadataKeySpace? { facts.keySpace }
    /// The common key of the same meaning, such as `title`.
    open var commonKey: AVMetadataKey? { identifier?.commonKey }
    /// The language in BCP 47, or `nil` if it's unknown.
    open var extendedLanguageTag: String? { facts.language }
    open var locale: Locale? { facts.language.map(Locale.init(identifier:)) }
    /// The time at which the fact becomes true, or an invalid time if that doesn't apply.
    open var time: CMTime { facts.time }
    open var duration: CMTime { facts.duration }
    /// The type of the value, such as `com.apple.metadata.datatype.UTF-8`.
    open var dataType: String? { facts.dataType }
    /// The value: an `NSString`, `NSNumber` or `NSData`.
    open var value: (any NSCopying & NSObjectProtocol)? {
        switch facts.value {
        case .text(let text): return NSString(string: text)
        case .integer(let number): return NSNumber(value: number)
        case .number(let number): return NSNumber(value: number)
        case .data(let data): return NSData(data: data)
        case nil: return nil
        }
    }
    /// Further facts about the item. There are none.
    open var extraAttributes: [AVMetadataExtraAttributeKey: Any]? { nil }
    open var startDate: Date? { nil }

    /// The value as a text: itself or a number in decimals. `nil` for data.
    open var stringValue: String? {
        switch value {
        case let text as NSString: String(describing: text)
        case let number as NSNumber: number.stringValue
        default: nil
        }
    }

    /// The value as a number: itself or a text in decimals. `nil` for data.
    open var numberValue: NSNumber? {
        switch value {
        case let number as NSNumber: number
        case let text as NSString:
            Int64(String(describing: text)).map { NSNumber(value: $0) }
                ?? Double(String(describing: text)).map { NSNumber(value: $0) }
        default: nil
        }
    }

    /// The value as a date: a text in ISO 8601 such as `2022-08-02T05:00:00+0200`, or only a day or a year in UTC.
    open var dateValue: Date? {
        (value as? NSString).flatMap { MetadataDate.date(String(describing: $0)) }
    }

    /// The value as data: itself or the UTF-8 of a text. `nil` for a number.
    open var dataValue: Data? {
        switch value {
        case let data as NSData: Data(referencing: data)
        case let text as NSString: Data(String(describing: text).utf8)
        default: nil
        }
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        AVMetadataItem(facts)
    }

    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        AVMutableMetadataItem(facts)
    }

    /// Returns `loaded`, because an item comes with its value.
    open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
        .loaded
    }

    /// Calls the handler on a thread of the system.
    open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?) {
        if let handler { MediaQueue.loading.addOperation(handler) }
    }

    /// The item itself, or `nil` if it has no common key. Apple's common metadata keeps the file's identifiers, too.
    var withCommonKey: AVMetadataItem? { commonKey == nil ? nil : self }
}
