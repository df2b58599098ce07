import CLibCurl
import Foundation

/// libcurl's objects for one transfer.
// Unchecked because other threads call only `wake`, which libcurl permits, and not after `close`.
final class TransferHandle: @unchecked Sendable {
    private static let isInitialised: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let transfer: UnsafeMutableRawPointer
    private let group: TransferGroup
    private let failureBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    /// Retained until `close`, because libcurl has its address.
    private let exchange: TransferExchange

    /// Returns `nil` if there is no memory, or if libcurl refuses an option.
    init?(_ exchange: TransferExchange) {
        guard Self.isInitialised, let transfer = curl_easy_init() else { return nil }
        guard let group = exchange.request.connections?.takeIdle() ?? TransferGroup() else {
            curl_easy_cleanup(transfer)
            return nil
        }
        self.transfer = transfer
        self.group = group
        self.exchange = exchange
        failureBuffer.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        guard set(exchange.request), curl_multi_add_handle(group.pointer, transfer) == CURLM_OK else {
            close()
            return nil
        }
    }

    /// Ends the waiting of the transferring thread.
    func wake() {
        curl_multi_wakeup(group.pointer)
    }

    /// Transfers until the end, or until a caller has enough.
    ///
    /// - Parameters:
    ///   - isEnough: Called after each step. If it returns `true`, the transfer waits for the next call.
    ///   - check: Called before each step. If it throws, the transfer ends.
    /// - Returns: The result at the end, and otherwise `nil`.
    func perform(until isEnough: () -> Bool = { false }, check: () throws -> Void) throws -> CURLcode? {
        var running: Int32 = 1
        while true {
            try check()
            guard curl_multi_perform(group.pointer, &running) == CURLM_OK else { return CURLE_FAILED_INIT }
            if running == 0 { break }
            if isEnough() { return nil }
            guard curl_multi_poll(group.pointer, nil, 0, 1000, nil) == CURLM_OK else { return CURLE_FAILED_INIT }
        }
        var rest: Int32 = 0
        while let message = curl_multi_info_read(group.pointer, &rest) {
            if message.pointee.msg == CURLMSG_DONE { return message.pointee.data.result }
        }
        return CURLE_FAILED_INIT
    }

    /// Receives again after the exchange didn't take a piece.
    func resume() -> CURLcode {
        curl_easy_pause(transfer, CURLPAUSE_CONT)
    }

    var failureText: String { String(cString: failureBuffer) }

    func close() {
        // Closes a connection with an unfinished transfer, and keeps others.
        curl_multi_remove_handle(group.pointer, transfer)
        curl_easy_cleanup(transfer)
        exchange.request.connections?.keep(group)
        for list in lists { curl_slist_free_all(list) }
        lists = []
        failureBuffer.deallocate()
    }

    // MARK: Options

    private func set(_ request: TransferRequest) -> Bool {
        let results = [
            albumen_curl_set_pointer(transfer, CURLOPT_ERRORBUFFER, failureBuffer),
            albumen_curl_set_text(transfer, CURLOPT_URL, request.address),
            albumen_curl_set_text(transfer, CURLOPT_PROTOCOLS_STR, "http,https"),
            // An empty name also overrides the variables of the environment.
            albumen_curl_set_text(transfer, CURLOPT_PROXY, ""),
            albumen_curl_set_number(transfer, CURLOPT_FOLLOWLOCATION, 0),
            // Signals of a library would surprise its program.
            albumen_curl_set_number(transfer, CURLOPT_NOSIGNAL, 1),
            albumen_curl_set_number(transfer, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
            albumen_curl_set_number(transfer, CURLOPT_BUFFERSIZE, 512 << 10),
            albumen_curl_set_number(
                transfer, CURLOPT_CONNECTTIMEOUT_MS, Int((request.connectionTimeout * 1000).rounded(.up))),
            albumen_curl_set_number(transfer, CURLOPT_LOW_SPEED_LIMIT, 16),
            albumen_curl_set_number(transfer, CURLOPT_LOW_SPEED_TIME, Int(request.idleTimeout.rounded(.up))),
            albumen_curl_set_number(
                transfer, CURLOPT_TIMEOUT_MS, Int(((request.totalTimeout ?? 0) * 1000).rounded(.up))),
            albumen_curl_set_text(transfer, CURLOPT_USERAGENT, "Albumen"),
            // Otherwise libcurl would change a path, and a signature of it would no longer match.
            albumen_curl_set_number(transfer, CURLOPT_PATH_AS_IS, 1),
        ]
        return results.allSatisfy { $0 == CURLE_OK } && setFields(request) && setBody(request)
            && setTrust(request.trust) && setCallbacks()
    }

    private func setTrust(_ trust: TransferRequest.Trust) -> Bool {
        switch trust {
        case .system: return true
        case .authorities(var certificates):
            return certificates.withUnsafeMutableBytes { bytes in
                var blob = curl_blob(data: bytes.baseAddress, len: bytes.count, flags: UInt32(CURL_BLOB_COPY))
                // The system's authorities would count, too.
                return [CURLOPT_CAINFO, CURLOPT_CAPATH].allSatisfy {
                    albumen_curl_set_text(transfer, $0, nil) == CURLE_OK
                } && albumen_curl_set_pointer(transfer, CURLOPT_CAINFO_BLOB, &blob) == CURLE_OK
            }
        case .unchecked:
            return [CURLOPT_SSL_VERIFYPEER, CURLOPT_SSL_VERIFYHOST].allSatisfy {
                albumen_curl_set_number(transfer, $0, 0) == CURLE_OK
            }
        }
    }

    private func setFields(_ request: TransferRequest) -> Bool {
        // libcurl would wait a second for the server's permission to send a body.
        var list = curl_slist_append(nil, "Expect:")
        for (name, value) in request.fields {
            let line = value.isEmpty ? "\(name);" : "\(name): \(value)"
            // A line break would begin another field.
            guard !line.utf8.contains(where: { $0 == 10 || $0 == 13 || $0 == 0 }) else {
                curl_slist_free_all(list)
                return false
            }
            list = curl_slist_append(list, line) ?? list
        }
        guard let list else { return false }
        lists.append(list)
        guard albumen_curl_set_list(transfer, CURLOPT_HTTPHEADER, list) == CURLE_OK else { return false }
        guard let range = request.range else { return true }
        return albumen_curl_set_text(transfer, CURLOPT_RANGE, "\(range.lowerBound)-") == CURLE_OK
    }

    private func setBody(_ request: TransferRequest) -> Bool {
        var results: [CURLcode] = []
        switch request.body {
        case nil:
            if request.method == "HEAD" { results.append(albumen_curl_set_number(transfer, CURLOPT_NOBODY, 1)) }
        case .data(let data):
            results.append(albumen_curl_set_size(transfer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(data.count)))
            // An address is needed even for an empty body.
            let bytes = data + [0]
            results.append(
                bytes.withUnsafeBytes { albumen_curl_set_pointer(transfer, CURLOPT_COPYPOSTFIELDS, $0.baseAddress) })
        case .file:
            results.append(albumen_curl_set_number(transfer, CURLOPT_UPLOAD, 1))
            results.append(
                albumen_curl_set_size(transfer, CURLOPT_INFILESIZE_LARGE, curl_off_t(request.body?.byteCount ?? 0)))
        }
        results.append(albumen_curl_set_text(transfer, CURLOPT_CUSTOMREQUEST, request.method))
        return results.allSatisfy { $0 == CURLE_OK }
    }

    private func setCallbacks() -> Bool {
        let context = Unmanaged.passUnretained(exchange).toOpaque()
        let results = [
            albumen_curl_set_pointer(transfer, CURLOPT_HEADERDATA, context),
            albumen_curl_set_bytes(transfer, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
                let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
                // Any other number ends the transfer.
                return TransferHandle.exchange(context)?.takeLine(line) == true ? line.count : 0
            },
            albumen_curl_set_pointer(transfer, CURLOPT_WRITEDATA, context),
            albumen_curl_set_bytes(transfer, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
                switch TransferHandle.exchange(context)?.take(piece) {
                case true?: return piece.count
                case false?: return Int(CURL_WRITEFUNC_PAUSE)
                // Any other number ends the transfer.
                case nil: return 0
                }
            },
            albumen_curl_set_pointer(transfer, CURLOPT_READDATA, context),
            albumen_curl_set_bytes(transfer, CURLOPT_READFUNCTION) { bytes, size, count, context in
                let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
                return TransferHandle.exchange(context)?.fill(buffer) ?? Int(CURL_READFUNC_ABORT)
            },
            albumen_curl_set_pointer(transfer, CURLOPT_SEEKDATA, context),
            albumen_curl_set_seek(transfer) { context, offset, origin in
                guard origin == SEEK_SET, TransferHandle.exchange(context)?.seek(to: Int64(offset)) == true else {
                    return Int32(CURL_SEEKFUNC_FAIL)
                }
                return Int32(CURL_SEEKFUNC_OK)
            },
            // Otherwise a program that this process starts would keep the connection open.
            albumen_curl_set_opener(transfer) { _, _, address in
                guard let address = address?.pointee else { return CURL_SOCKET_BAD }
                return socket(address.family, address.socktype | Int32(SOCK_CLOEXEC.rawValue), address.protocol)
            },
            albumen_curl_set_pointer(transfer, CURLOPT_PREREQDATA, context),
            albumen_curl_set_connected(transfer) { context, remote, local, remotePort, localPort in
                guard let exchange = TransferHandle.exchange(context), let remote, let local else {
                    return Int32(CURL_PREREQFUNC_ABORT)
                }
                let connection = TransferConnection(
                    remoteAddress: String(cString: remote), remotePort: UInt16(truncatingIfNeeded: remotePort),
                    localAddress: String(cString: local), localPort: UInt16(truncatingIfNeeded: localPort))
                return Int32(exchange.check(connection) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT)
            },
        ]
        return results.allSatisfy { $0 == CURLE_OK }
    }

    private static func exchange(_ context: UnsafeMutableRawPointer?) -> TransferExchange? {
        context.map { Unmanaged<TransferExchange>.fromOpaque($0).takeUnretainedValue() }
    }
}
