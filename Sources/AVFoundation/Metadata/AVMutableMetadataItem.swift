public import CoreMedia
public import Foundation
import MediaRequests

/// A metadata item that can be changed, such as an item for an export.
open class AVMutableMetadataItem: AVMetadataItem {
    open override var identifier: AVMetadataIdentifier? {
        get { super.identifier }
        set {
            facts.keySpace = newValue?.keySpace
            facts.key = newValue?.key
        }
    }

    /// The key: an `NSString`. Other objects become their description.
    open override var key: (any NSCopying & NSObjectProtocol)? {
        get { super.key }
        set { facts.key = newValue.map { String(describing: $0) } }
    }

    open override var keySpace: AVMetadataKeySpace? {
        get { super.keySpace }
        set { facts.keySpace = newValue }
    }

    open override var extendedLanguageTag: String? {
        get { super.extendedLanguageTag }
        set { facts.language = newValue }
    }

    open override var locale: Locale? {
        get { super.locale }
        set { facts.language = newValue?.identifier(.bcp47) }
    }

    open override var time: CMTime {
        get { super.time }
        set { facts.time = newValue }
    }

    open override var duration: CMTime {
        get { super.duration }
        set { facts.duration = newValue }
    }

    open override var dataType: String? {
        get { super.dataType }
        set { facts.dataType = newValue }
    }

    /// The value: an `NSString`, `NSNumber`, `NSData` or `NSDate`. A date becomes a text in ISO 8601. Other objects
    /// become their description.
    open override var value: (any NSCopying & NSObjectProtocol)? {
        get { super.value }
        set {
            facts.value =
                switch newValue {
                case nil: nil
                case let text as NSString: .text(String(describing: text))
                case let data as NSData: .data(Data(referencing: data))
                case let date as NSDate:
                    .text(
                        Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate).formatted(.iso8601))
                case let number as NSNumber:
                    ["d", "f"].contains(String(cString: number.objCType))
                        ? .number(number.doubleValue) : .integer(number.int64Value)
                case let other?: .text(String(describing: other))
                }
        }
    }
}
