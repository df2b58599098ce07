import AlbumenTestSupport
import Foundation
import Synchronization
import Testing

@testable import AVFoundation

@Suite(.enabled(if: FFmpeg.isPresent, FFmpeg.absence)) struct PlayerTests {
    private let queue = DispatchQueue(label: "player-tests")
    private let time = ManualPlayerTime()

    private func seconds(_ time: Double) -> CMTime { CMTime(seconds: time, preferredTimescale: 600) }

    private func readyPlayer(_ url: URL) async -> (AVPlayer, AVPlayerItem) {
        let item = AVPlayerItem(asset: AVURLAsset(url: url), time: time.source)
        await withCheckedContinuation { continuation in item.prepare { continuation.resume() } }
        return (AVPlayer(playerItem: item), item)
    }

    @Test func `an item is ready when its asset has been read`() async throws {
        let folder = try TemporaryFolder()
        let item = AVPlayerItem(asset: AVURLAsset(url: try SampleClip.common(in: folder)))
        let player = AVPlayer(playerItem: item)
        try await waitUntil { item.status != .unknown }
        #expect(item.status == .readyToPlay)
        #expect(player.status == .readyToPlay)
        #expect(abs(item.duration.seconds - 1) < 0.05)
        #expect(item.presentationSize == CGSize(width: 320, height: 240))
        #expect(item.loadedTimeRanges.first?.timeRangeValue.duration == item.duration)
        #expect(player.timeControlStatus == .paused)
        #expect(player.currentTime() == .zero)
        #expect(AVPlayerItem(asset: AVAsset()).duration.isIndefinite)
    }

    @Test func `playing moves the time at the rate, and a pause stops it`() async throws {
        let folder = try TemporaryFolder()
        let (player, item) = await readyPlayer(try SampleClip.common(in: folder, seconds: 20))
        player.rate = 2
        #expect(player.timeControlStatus == .playing)
        time.advance(by: 0.2)
        #expect(abs(item.currentTime().seconds - 0.4) < 0.001)
        player.rate = -1
        time.advance(by: 0.1)
        #expect(abs(item.currentTime().seconds - 0.3) < 0.001)
        player.pause()
        let stopped = player.currentTime()
        time.advance(by: 1)
        #expect(player.currentTime() == stopped)
        await player.seek(to: seconds(3))
        #expect(player.currentTime() == seconds(3))
        #expect(await player.seek(to: seconds(100)))
        #expect(player.currentTime() == item.duration)
        await item.seek(to: .negativeInfinity)
        #expect(player.currentTime() == .zero)
    }

    @Test func `the system's time moves the position`() async throws {
        let folder = try TemporaryFolder()
        let item = AVPlayerItem(asset: AVURLAsset(url: try SampleClip.common(in: folder, seconds: 0.3)))
        let player = AVPlayer(playerItem: item)
        let start = ContinuousClock.now
        player.play()
        try await waitUntil { item.currentTime() > .zero }
        #expect(item.currentTime().seconds <= (ContinuousClock.now - start) / .seconds(1))
        try await waitUntil { player.rate == 0 }
        #expect(player.currentTime() == item.duration)
        #expect((ContinuousClock.now - start) / .seconds(1) >= item.duration.seconds - 0.01)
    }

    @Test func `at the end, the player pauses and posts a notification`() async throws {
        let folder = try TemporaryFolder()
        let (player, item) = await readyPlayer(try SampleClip.common(in: folder, seconds: 0.3))
        let ended = Mutex(0)
        let token = NotificationCenter.default.addObserver(
            forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil
        ) { _ in ended.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(token) }
        player.play()
        time.advance(by: 0.2)
        #expect(ended.withLock { $0 } == 0)
        time.advance(by: 0.2)
        #expect(ended.withLock { $0 } == 1)
        #expect(player.rate == 0)
        #expect(player.currentTime() == item.duration)
        // Playing at the end ends again.
        player.play()
        time.advance(by: 0)
        #expect(ended.withLock { $0 } == 2)
    }

    @Test func `a loop seeks in the notification`() async throws {
        let folder = try TemporaryFolder()
        let (player, item) = await readyPlayer(try SampleClip.common(in: folder, seconds: 0.2))
        player.actionAtItemEnd = .none
        let ended = Mutex(0)
        let token = NotificationCenter.default.addObserver(
            forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: nil
        ) { _ in
            ended.withLock { $0 += 1 }
            item.seek(to: .zero)
        }
        defer { NotificationCenter.default.removeObserver(token) }
        player.play()
        time.advance(by: item.duration.seconds * 3.5)
        #expect(ended.withLock { $0 } == 3)
        #expect(player.rate == 1)
        player.pause()
    }

    @Test func `periodic observers are called at each interval`() async throws {
        let folder = try TemporaryFolder()
        let (player, _) = await readyPlayer(try SampleClip.common(in: folder))
        let times = Mutex<[Double]>([])
        let token = player.addPeriodicTimeObserver(forInterval: seconds(0.25), queue: queue) { time in
            times.withLock { $0.append(time.seconds) }
        }
        player.play()
        time.advance(by: 2)
        #expect(player.rate == 0)
        queue.sync {}
        let all = times.withLock { $0 }
        for expected in [0.25, 0.5, 0.75] {
            #expect(all.count { abs($0 - expected) < 0.001 } == 1, "\(all)")
        }
        // Also when playback starts and stops.
        #expect(all.first == 0)
        #expect(all == all.sorted())
        player.removeTimeObserver(token)
        await player.seek(to: .zero)
        queue.sync {}
        #expect(times.withLock { $0.count } == all.count)
    }

    @Test func `boundary observers are called once for each passed time`() async throws {
        let folder = try TemporaryFolder()
        let (player, item) = await readyPlayer(try SampleClip.common(in: folder))
        let calls = Mutex(0)
        let times = [0.2, 0.4, 5].map { NSValue(time: seconds($0)) }
        let token = player.addBoundaryTimeObserver(forTimes: times, queue: queue) { calls.withLock { $0 += 1 } }
        item.forwardPlaybackEndTime = seconds(0.6)
        player.play()
        time.advance(by: 2)
        #expect(player.rate == 0)
        queue.sync {}
        #expect(calls.withLock { $0 } == 2)
        #expect(player.currentTime() == seconds(0.6))
        player.removeTimeObserver(token)
    }

    @Test func `an item that can't be played fails with the reason`() async throws {
        let folder = try TemporaryFolder()
        let (player, item) = await readyPlayer(folder.file("missing.mov"))
        #expect(player.status == .failed)
        #expect((item.error as? AVError)?.code == .failedToLoadMediaData)
        player.play()
        #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        #expect(player.currentTime() == .zero)
    }

    @Test func `a replaced item stops, and an item has one player`() async throws {
        let folder = try TemporaryFolder()
        let (player, item) = await readyPlayer(try SampleClip.common(in: folder, seconds: 20))
        player.play()
        let other = AVPlayer(playerItem: item)
        #expect(player.currentItem == nil)
        #expect(other.currentItem === item)
        other.replaceCurrentItem(with: nil)
        let stopped = item.currentTime()
        time.advance(by: 1)
        #expect(item.currentTime() == stopped)
        #expect(other.currentTime() == .zero)
        #expect((item.copy() as? AVPlayerItem)?.asset === item.asset)
    }
}
