import AlbumenTestSupport
import Foundation
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import AlbumenServer

/// The connections of other devices.
@Suite struct DeviceConnectionsTests {
    private let connections = DeviceConnections { _ in true }

    private func enter(from address: String, isProxy: Bool = false) -> Int? {
        connections.enter(EmbeddedChannel(), from: address, isProxy: isProxy)
    }

    @Test func `an address has few connections until a device uses them`() throws {
        let numbers = (0..<DeviceConnections.networkLimit).compactMap { _ in enter(from: "10.0.0.1") }
        #expect(numbers.count == DeviceConnections.networkLimit)
        #expect(enter(from: "10.0.0.1") == nil)
        #expect(enter(from: "10.0.0.2") != nil)
        connections.note("phone", on: numbers[0])
        #expect(!connections.isUnknown(numbers[0]) && connections.isUnknown(numbers[1]))
        #expect(enter(from: "10.0.0.1") != nil)
        connections.leave(numbers[1])
        #expect(enter(from: "10.0.0.1") != nil)
        #expect(enter(from: "10.0.0.1") == nil)
    }

    @Test func `unknown devices can't take all connections from paired ones`() throws {
        // One machine has many addresses.
        var numbers: [Int] = []
        for number in 0..<DeviceConnections.unknownLimit {
            numbers.append(try #require(enter(from: "10.0.\(number / DeviceConnections.networkLimit).1")))
        }
        // The oldest one of those is closed.
        #expect(enter(from: "10.0.200.1") != nil)
        #expect(connections.count == DeviceConnections.unknownLimit)
        #expect(numbers.count(where: { !connections.isUnknown($0) }) == 1)
    }

    @Test func `the addresses of version 6 that a machine can have count as one`() throws {
        for number in 0..<DeviceConnections.networkLimit { #expect(enter(from: "fd00:1:2:3::\(number)") != nil) }
        #expect(enter(from: "fd00:1:2:3::ffff") == nil)
        #expect(enter(from: "fd00:1:2:4::1") != nil)
    }

    @Test func `a proxy's connections are of many devices`() throws {
        let proxied = (0...DeviceConnections.limit).compactMap { _ in enter(from: "10.0.3.1", isProxy: true) }
        #expect(proxied.count == DeviceConnections.limit)
    }

    @Test func `a connection from another machine than the proxy is closed`() throws {
        for (address, isOpen) in [("10.0.0.9", true), ("10.0.0.8", false)] {
            let handler = DeviceConnectionHandler(connections, proxies: ["10.0.0.9"])
            let channel = EmbeddedChannel(handler: handler)
            channel.remoteAddress = try SocketAddress(ipAddress: address, port: 5_000)
            channel.pipeline.fireChannelActive()
            #expect((handler.connection != nil) == isOpen)
        }
    }
}
