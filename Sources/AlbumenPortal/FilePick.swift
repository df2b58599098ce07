import Foundation
import ItemProviders
import PhotosUI
import UniformTypeIdentifiers

/// One presentation of the picker for a request, and the files of the choice.
@MainActor
final class FilePick {
    enum Outcome {
        case chosen([URL])
        case cancelled
        /// The user wants to choose a file of the device, or the picker can't be shown.
        case otherDialog
        case failed(any Error)
    }

    private let session: PickerSession
    private let folder: PickedFolder
    private let opening: Duration
    private var deliver: (@MainActor (Outcome) -> Void)?
    private var deadline: Task<Void, any Error>?
    private var loading: Task<Void, Never>?

    /// - Parameters:
    ///   - opening: The time in which a browser has to show the picker.
    ///   - deliver: Called once, and not after ``cancel()``.
    init(
        _ request: FileRequest, _ media: FileFilter.Media, folder: PickedFolder, environment: [String: String],
        opening: Duration, deliver: @escaping @MainActor (Outcome) -> Void
    ) {
        (self.folder, self.opening) = (folder, opening)
        self.deliver = deliver
        session = PickerSession(
            Self.configuration(request, media), environment: environment,
            application: request.program.isEmpty ? nil : request.program,
            purpose: request.title.isEmpty ? nil : request.title, offersFiles: true, opensWindow: true)
    }

    static func configuration(_ request: FileRequest, _ media: FileFilter.Media) -> PHPickerConfiguration {
        var configuration = PHPickerConfiguration()
        configuration.selectionLimit = request.allowsMany ? 0 : 1
        configuration.selection = request.allowsMany ? .ordered : .default
        // Files that every program reads, as from a dialog for files.
        configuration.preferredAssetRepresentationMode = .compatible
        let images: PHPickerFilter =
            media.hasAnimations ? .images : .all(of: [.images, .not(.playbackStyle(.imageAnimated))])
        switch (media.hasImages, media.hasVideos) {
        case (true, false): configuration.filter = images
        case (false, _): configuration.filter = .videos
        case (true, true): configuration.filter = .any(of: [images, .videos])
        }
        return configuration
    }

    func start() {
        deadline = Task { [weak self, opening] in
            try await Task.sleep(for: opening)
            guard let self, self.deliver != nil else { return }
            StandardError.write(line: "albumen-portal: No browser showed the picker in time.")
            self.session.dismiss()
            self.finish(.otherDialog)
        }
        session.start(
            whenOpened: { [weak self] in self?.deadline?.cancel() },
            { [weak self] results, outcome in
                switch outcome {
                case .chosen: self?.load(results)
                case .cancelled: self?.finish(.cancelled)
                case .files, .failed: self?.finish(.otherDialog)
                }
            })
    }

    /// Closes the picker's page.
    func cancel() {
        deliver = nil
        deadline?.cancel()
        loading?.cancel()
        session.dismiss()
    }

    private func finish(_ outcome: Outcome) {
        deadline?.cancel()
        let deliver = deliver
        self.deliver = nil
        deliver?(outcome)
    }

    /// Writes the chosen files. The providers keep the choice at the server until then.
    private func load(_ results: [PHPickerResult]) {
        deadline?.cancel()
        guard deliver != nil else { return }
        let providers = results.map(\.itemProvider)
        loading = Task { [folder, weak self] in
            do {
                self?.finish(.chosen(try await Self.write(providers, to: folder)))
            } catch {
                self?.finish(.failed(error))
            }
        }
    }

    private static func write(_ providers: [NSItemProvider], to picked: PickedFolder) async throws -> [URL] {
        let folder = try picked.make()
        do {
            var files: [URL] = []
            for (number, provider) in providers.enumerated() {
                files.append(try await write(provider, number, to: folder))
            }
            guard !files.isEmpty else { throw PortalFailure(description: "The choice has no files.") }
            return files
        } catch {
            try FileManager.default.removeItem(at: folder)
            throw error
        }
    }

    /// Writes a file into a folder of its own, because two photos can have the same name.
    private static func write(_ provider: NSItemProvider, _ number: Int, to folder: URL) async throws -> URL {
        let type = provider.registeredTypeIdentifiers.first { identifier in
            guard let type = UTType(identifier) else { return false }
            return !type.conforms(to: .livePhotoBundle) && (type.conforms(to: .image) || type.conforms(to: .movie))
        }
        guard let type else { throw PortalFailure(description: "A chosen item has no file.") }
        let own = folder.appending(path: "\(number + 1)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(
            at: own, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        return try await withCheckedThrowingContinuation { continuation in
            provider.loadFileRepresentation(forTypeIdentifier: type) { url, error in
                continuation.resume(
                    with: Result {
                        guard let url else { throw error ?? PortalFailure(description: "A chosen item has no file.") }
                        let file = own.appending(path: url.lastPathComponent, directoryHint: .notDirectory)
                        // The file exists until this closure returns.
                        try FileManager.default.moveItem(at: url, to: file)
                        return file
                    })
            }
        }
    }
}
