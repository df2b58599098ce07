internal import Foundation

/// Splits the elements of one list from a JSON document that arrives in pieces. So the list is never in memory as a
/// whole, however long it is.
///
/// It checks the depth and the sizes, and leaves all other rules of JSON to the parser of the parts.
struct JSONListSplitter {
    enum Failure: Error, Equatable {
        /// It isn't JSON, or ends too early.
        case damaged
        case tooDeep
        case tooLarge
    }

    static let depthLimit = 64
    private static let keyLimit = 64

    /// An object or array that has begun.
    private struct Container {
        var isObject: Bool
        /// Whether it's the document or the value at the start of the list's path.
        var isOnPath: Bool
        /// In an object, the name of the present value.
        var key: [UInt8] = []
        var expectsKey: Bool
    }

    private let path: [[UInt8]]
    private let elementLimit: Int
    private let restLimit: Int
    private var containers: [Container] = []
    private var (isInString, isEscaped, isInKey) = (false, false, false)
    /// The number of containers in the list's elements, while one is in the list.
    private var listDepth: Int?
    private var element: [UInt8] = []
    private var rest: [UInt8] = []
    private var hasEnded = false

    /// - Parameters:
    ///   - path: The names that lead to the list. Empty for a document that is the list.
    ///   - elementLimit: The longest element in bytes.
    ///   - restLimit: The most bytes of the document without the list.
    init(path: [String], elementLimit: Int = 8 << 20, restLimit: Int = 4 << 20) {
        self.path = path.map { Array($0.utf8) }
        (self.elementLimit, self.restLimit) = (elementLimit, restLimit)
    }

    /// Takes the next bytes, and passes the elements that end in them.
    ///
    /// - Throws: `Failure`, or the error of `body`.
    mutating func take(_ bytes: UnsafeRawBufferPointer, _ body: (Data) throws -> Void) throws {
        var index = 0
        while index < bytes.count {
            if isInString, !isEscaped, !isInKey {
                let text = bytes[index...].prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
                try keep(text)
                index += text.count
                guard index < bytes.count else { return }
            }
            try take(bytes[index], body)
            index += 1
        }
    }

    /// Returns the document without the elements of the list. Call it after the last bytes.
    func finish() throws(Failure) -> Data {
        guard containers.isEmpty, hasEnded, !isInString else { throw .damaged }
        return Data(rest)
    }

    private mutating func take(_ byte: UInt8, _ body: (Data) throws -> Void) throws {
        if isInString {
            takeInString(byte)
            try keep(byte)
            return
        }
        switch byte {
        case UInt8(ascii: "\""):
            guard !containers.isEmpty else { throw Failure.damaged }
            isInString = true
            let last = containers.count - 1
            isInKey = listDepth == nil && containers[last].isObject && containers[last].expectsKey
            if isInKey { containers[last].key = [] }
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            try open(isObject: byte == UInt8(ascii: "{"), byte)
            return
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            try close(isObject: byte == UInt8(ascii: "}"), byte, body)
            return
        case UInt8(ascii: ","):
            guard let last = containers.indices.last else { throw Failure.damaged }
            containers[last].expectsKey = containers[last].isObject
            if containers.count == listDepth { return try pass(body) }
        case UInt8(ascii: ":"):
            if let last = containers.indices.last { containers[last].expectsKey = false }
        case 0x20, 0x09, 0x0A, 0x0D:
            return
        default:
            guard !containers.isEmpty else { throw Failure.damaged }
        }
        try keep(byte)
    }

    private mutating func takeInString(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            (isInString, isInKey) = (false, false)
            return
        }
        guard isInKey, let last = containers.indices.last, containers[last].key.count <= Self.keyLimit else { return }
        containers[last].key.append(byte)
    }

    private mutating func open(isObject: Bool, _ byte: UInt8) throws(Failure) {
        guard containers.count < Self.depthLimit else { throw .tooDeep }
        guard !hasEnded else { throw .damaged }
        var isOnPath = containers.isEmpty
        if let last = containers.last, last.isOnPath, last.isObject, containers.count <= path.count {
            isOnPath = last.key == path[containers.count - 1]
        }
        let isList = isOnPath && !isObject && containers.count == path.count
        try keep(byte)
        containers.append(Container(isObject: isObject, isOnPath: isOnPath, expectsKey: isObject))
        if isList { listDepth = containers.count }
    }

    private mutating func close(
        isObject: Bool, _ byte: UInt8, _ body: (Data) throws -> Void
    ) throws {
        guard containers.last?.isObject == isObject else { throw Failure.damaged }
        if containers.count == listDepth {
            try pass(body)
            listDepth = nil
        }
        containers.removeLast()
        hasEnded = containers.isEmpty
        try keep(byte)
    }

    private mutating func pass(_ body: (Data) throws -> Void) throws {
        guard !element.isEmpty else { return }
        let data = Data(element)
        element.removeAll(keepingCapacity: true)
        try body(data)
    }

    private mutating func keep(_ byte: UInt8) throws(Failure) { try keep(CollectionOfOne(byte)) }

    private mutating func keep(_ bytes: some Collection<UInt8>) throws(Failure) {
        if listDepth != nil {
            guard bytes.count <= elementLimit - element.count else { throw .tooLarge }
            element.append(contentsOf: bytes)
        } else {
            guard bytes.count <= restLimit - rest.count else { throw .tooLarge }
            rest.append(contentsOf: bytes)
        }
    }
}
