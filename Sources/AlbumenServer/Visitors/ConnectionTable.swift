import Foundation
import NIOCore

/// The kernel's table of TCP connections: `/proc/net/tcp`, one line a socket, with the user it belongs to.
enum ConnectionTable {
    /// The user whose socket at one address of this machine is connected to another of its addresses; nil where the table has
    /// none. Reads the table: some microseconds a connection of the machine.
    static func owner(of local: SocketAddress, connectedTo remote: SocketAddress) -> uid_t? {
        for table in ["/proc/net/tcp", "/proc/net/tcp6"] {
            guard let text = whole(table) else { continue }
            if let owner = owner(of: local, connectedTo: remote, inTable: text) { return owner }
        }
        return nil
    }

    /// The kernel hands a table out in pieces of a page, and says that its length is 0: Foundation's `String` and `Data` of a
    /// file would end with the first piece.
    private static func whole(_ table: String) -> String? {
        guard let file = FileHandle(forReadingAtPath: table) else { return nil }
        return (try? file.readToEnd()).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Columns: number, local and remote address with the port, state, queues, timer, retries, user.
    ///
    /// The whole addresses count: with the port alone, a socket at another address of this machine could pass for its
    /// neighbour's.
    static func owner(
        of local: SocketAddress, connectedTo remote: SocketAddress, inTable text: String
    ) -> uid_t? {
        let (locals, remotes) = (spellings(of: local), spellings(of: remote))
        for line in text.split(separator: "\n").dropFirst() {
            let columns = line.split(separator: " ", maxSplits: 8, omittingEmptySubsequences: true)
            guard columns.count > 7, locals.contains(String(columns[1])), remotes.contains(String(columns[2])) else {
                continue
            }
            return uid_t(columns[7])
        }
        return nil
    }

    /// As the kernel writes an address: words of it as the machine reads them, in hexadecimal. One of IPv4 is also there as
    /// the IPv6 address of a socket that speaks both.
    private static func spellings(of address: SocketAddress) -> [String] {
        guard let number = address.port, let text = address.ipAddress else { return [] }
        let port = hexadecimal(UInt32(number), digits: 4)
        if let words = words(AF_INET, text, count: 1) {
            let mark = hexadecimal(UInt32(0xFFFF).bigEndian, digits: 8)
            return ["\(words):\(port)", "\(String(repeating: "0", count: 16))\(mark)\(words):\(port)"]
        }
        return words(AF_INET6, text, count: 4).map { ["\($0):\(port)"] } ?? []
    }

    private static func words(_ family: Int32, _ text: String, count: Int) -> String? {
        var words = [UInt32](repeating: 0, count: count)
        guard inet_pton(family, text, &words) == 1 else { return nil }
        return words.map { hexadecimal($0, digits: 8) }.joined()
    }

    private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}
