/// A failed request.
struct PickerFailureDocument: Decodable {
    struct Failure: Decodable {
        let message: String
    }

    let error: Failure
}
