import Albumen

extension ProgressBar {
    /// Shows a step of an import.
    func advance(_ step: IngestStep) {
        switch step {
        case .read(let size, let effort):
            advance(by: ProgressMeter.Amount(files: 1, bytes: size, effort: effort))
        case .passed(let size, let effort):
            advance(by: ProgressMeter.Amount(files: 1, bytes: size, effort: effort), isWork: false)
        case .found(let items): set(total: ProgressMeter.Amount(files: items))
        case .item(let size): advance(by: ProgressMeter.Amount(files: 1, bytes: size))
        case .slowPictures(let done, let total):
            show(
                "decoded", "large picture", done: ProgressMeter.Amount(files: done),
                total: ProgressMeter.Amount(files: total))
        }
    }
}
