#pragma once

// The checks of the arguments' types are macros, which Swift can't call.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// Swift can't call functions with a variable number of arguments. One function for each type of argument:

static inline CURLcode albumen_curl_set_number(CURL *transfer, CURLoption option, long value) {
    return curl_easy_setopt(transfer, option, value);
}

static inline CURLcode albumen_curl_set_size(CURL *transfer, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(transfer, option, value);
}

static inline CURLcode albumen_curl_set_text(CURL *transfer, CURLoption option, const char *value) {
    return curl_easy_setopt(transfer, option, value);
}

static inline CURLcode albumen_curl_set_pointer(CURL *transfer, CURLoption option, const void *value) {
    return curl_easy_setopt(transfer, option, value);
}

static inline CURLcode albumen_curl_set_list(CURL *transfer, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(transfer, option, value);
}

typedef size_t (*albumen_curl_bytes)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode albumen_curl_set_bytes(CURL *transfer, CURLoption option, albumen_curl_bytes function) {
    return curl_easy_setopt(transfer, option, function);
}

typedef int (*albumen_curl_seek)(void *context, curl_off_t offset, int origin);

static inline CURLcode albumen_curl_set_seek(CURL *transfer, albumen_curl_seek function) {
    return curl_easy_setopt(transfer, CURLOPT_SEEKFUNCTION, function);
}

static inline CURLcode albumen_curl_set_opener(CURL *transfer, curl_opensocket_callback function) {
    return curl_easy_setopt(transfer, CURLOPT_OPENSOCKETFUNCTION, function);
}

typedef int (*albumen_curl_connected)(void *context, char *remote_address, char *local_address, int remote_port,
                                      int local_port);

static inline CURLcode albumen_curl_set_connected(CURL *transfer, albumen_curl_connected function) {
    return curl_easy_setopt(transfer, CURLOPT_PREREQFUNCTION, function);
}

static inline CURLcode albumen_curl_get_number(CURL *transfer, CURLINFO info, long *value) {
    return curl_easy_getinfo(transfer, info, value);
}
