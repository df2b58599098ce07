#pragma once

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/audio_fifo.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/dict.h>
#include <libavutil/display.h>
#include <libavutil/log.h>
#include <libavutil/md5.h>
#include <libavutil/mem.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>

/// Macros that Swift does not import.
static const int albumen_av_end_of_file = AVERROR_EOF;
static const int albumen_av_not_permitted = AVERROR(EPERM);
static const int albumen_av_again = AVERROR(EAGAIN);
static const int albumen_av_out_of_memory = AVERROR(ENOMEM);
static const int64_t albumen_av_no_time = AV_NOPTS_VALUE;
