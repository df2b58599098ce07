import Foundation
import Photos

let model = PhotoCloudModel()

func show(_ name: String, _ outcome: PhotoCloudModel.Outcome) {
    let size = outcome.image.map { "\(Int($0.size.width)) × \(Int($0.size.height))" }
    let facts = [
        size ?? "no image", outcome.isInCloud ? "in the cloud" : nil, outcome.isCancelled ? "cancelled" : nil,
        outcome.errorCode.map { "error \($0)" },
    ]
    print("\(name): \(facts.compactMap { $0 }.joined(separator: ", "))")
}

/// Without network access, a photo that is only in the cloud has no image.
func requestWithoutNetwork() {
    model.fetchPhoto(model.photos[0], isNetworkAccessAllowed: false) { outcome in
        show("not allowed", outcome)
        requestTenTimes()
    }
}

/// Ten requests at the same time download the photo once.
func requestTenTimes() {
    var missing = 10
    var images = 0
    for _ in 0..<10 {
        model.fetchPhoto(model.photos[0], isNetworkAccessAllowed: true) { outcome in
            missing -= 1
            if outcome.image != nil { images += 1 }
            guard missing == 0 else { return }
            show("allowed", outcome)
            print("images: \(images), progress in order: \(outcome.progress == outcome.progress.sorted())")
            requestAndStop()
        }
    }
}

/// The progress handler can end a download.
func requestAndStop() {
    model.fetchPhoto(
        model.photos[1], isNetworkAccessAllowed: true, progress: { fraction, stop in stop = fraction > 0 },
        completion: { outcome in
            show("stopped", outcome)
            requestAndCancel()
        })
}

/// So can its identifier.
func requestAndCancel() {
    var request = PHInvalidImageRequestID
    request = model.fetchPhoto(
        model.photos[2], isNetworkAccessAllowed: true,
        progress: { fraction, _ in if fraction > 0 { model.cancel(request) } },
        completion: { outcome in
            show("cancelled", outcome)
            exit(0)
        })
}

model.load { isAllowed in
    guard isAllowed, model.photos.count >= 3 else {
        print("Three photos are needed that may be seen.")
        exit(1)
    }
    requestWithoutNetwork()
}
// Results come on the main queue.
RunLoop.main.run()
