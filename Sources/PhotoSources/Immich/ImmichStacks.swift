internal import Foundation

/// The stacks of a user. Searches of some versions don't return them.
struct ImmichStacks {
    static let stackLimit = 1_000_000
    static let memberLimit = 2_000_000

    private var parts: [ImmichIdentifier: ImmichStack.Part] = [:]
    /// Why there are no stacks, or not all.
    private(set) var problem: String?

    init(_ connection: ImmichConnection) throws(SourceError) {
        var parts: [ImmichIdentifier: ImmichStack.Part] = [:]
        var isComplete = true
        let request = ImmichRequest("stacks", permission: "stack.read")
        do throws(SourceError) {
            let _: (elements: [Never], value: [String]) = try connection.list(
                request, at: [], limit: Self.stackLimit
            ) { data in
                guard let stack = try? JSONDecoder().decode(ImmichStack.self, from: data) else { return nil }
                for member in stack.members {
                    guard parts.count < Self.memberLimit else {
                        isComplete = false
                        break
                    }
                    parts[member] = stack.part(of: member)
                }
                return nil
            }
        } catch {
            // Versions before 1.113 have the stack in each asset.
            guard error.code != .unsupported else { return }
            guard connection.isRefusal(error, of: request) else { throw error }
            problem = error.message
            return
        }
        self.parts = parts
        if !isComplete { problem = "There are more than \(Self.memberLimit) photos in stacks." }
    }

    subscript(asset: ImmichIdentifier) -> ImmichStack.Part? { parts[asset] }
}
