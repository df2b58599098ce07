#pragma once

#include <gphoto2/gphoto2.h>
#include <string.h>

/// Copies the summary of a camera, which Swift can't import because of its size. Returns a result of libgphoto2.
static inline int albumen_camera_summary(Camera *camera, char *text, size_t capacity, GPContext *context) {
    static CameraText summary;
    memset(&summary, 0, sizeof summary);
    int result = gp_camera_get_summary(camera, &summary, context);
    if (result < GP_OK || capacity == 0) return result;
    strncpy(text, summary.text, capacity - 1);
    text[capacity - 1] = 0;
    return result;
}

/// The facts of a file that are read. Absent ones are -1, and an empty text.
struct albumen_camera_file {
    int64_t size;
    int64_t modification_time;
    char type[64];
};

/// Reads the facts of a file. Returns a result of libgphoto2.
static inline int albumen_camera_file_info(
    Camera *camera, const char *folder, const char *name, struct albumen_camera_file *file, GPContext *context) {
    CameraFileInfo info;
    memset(&info, 0, sizeof info);
    memset(file, 0, sizeof *file);
    file->size = file->modification_time = -1;
    int result = gp_camera_file_get_info(camera, folder, name, &info, context);
    if (result < GP_OK) return result;
    if (info.file.fields & GP_FILE_INFO_SIZE && info.file.size <= INT64_MAX) file->size = (int64_t)info.file.size;
    if (info.file.fields & GP_FILE_INFO_MTIME) file->modification_time = info.file.mtime;
    if (info.file.fields & GP_FILE_INFO_TYPE) memcpy(file->type, info.file.type, sizeof file->type - 1);
    return result;
}
