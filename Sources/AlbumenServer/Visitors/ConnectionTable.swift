import Foundation

/// The kernel's table of TCP connections: `/proc/net/tcp`, one line a socket, with the user it belongs to.
enum ConnectionTable {
    /// The user whose socket at a port of this machine is connected to another of its ports; nil where the table has none. Reads
    /// the table: some microseconds a connection of the machine.
    static func owner(ofLocalPort port: Int, connectedTo remotePort: Int) -> uid_t? {
        for table in ["/proc/net/tcp", "/proc/net/tcp6"] {
            guard let text = try? String(contentsOfFile: table, encoding: .utf8) else { continue }
            if let owner = owner(ofLocalPort: port, connectedTo: remotePort, inTable: text) { return owner }
        }
        return nil
    }

    /// Columns: number, local and remote address with the port in hexadecimal, state, queues, timer, retries, user.
    static func owner(ofLocalPort port: Int, connectedTo remotePort: Int, inTable text: String) -> uid_t? {
        for line in text.split(separator: "\n").dropFirst() {
            let columns = line.split(separator: " ", maxSplits: 8, omittingEmptySubsequences: true)
            guard columns.count > 7, self.port(columns[1]) == port, self.port(columns[2]) == remotePort else {
                continue
            }
            return uid_t(columns[7])
        }
        return nil
    }

    private static func port(_ address: Substring) -> Int? {
        address.split(separator: ":").last.flatMap { Int($0, radix: 16) }
    }
}
