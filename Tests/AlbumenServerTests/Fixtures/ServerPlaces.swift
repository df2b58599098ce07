/// Lets only some servers of tests run at the same time. Many watch their library with an inotify instance, and a user
/// of the machine has 128 of them.
actor ServerPlaces {
    static let shared = ServerPlaces(48)

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    private init(_ count: Int) {
        free = count
    }

    func take() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    func giveBack() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
