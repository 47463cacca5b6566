#include "net/frames.h"

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

#include "base/memory.h"

#define UNUSED_MAX 64 /* readers in the pool */
#define CODE_PROTOCOL 1002
#define CODE_UNSUPPORTED 1003
#define CODE_STOPPED 1000
#define CODE_NONE 1005

struct frames_reader {
    struct frames_reader *next; /* in the pool */
    wslay_frame_context_ptr wslay;
    const unsigned char *bytes; /* what wslay has not taken yet */
    size_t length;
    uint64_t fed,
        used;        /* bytes that wslay has taken; bytes of frames and parts that it has given */
    uint64_t left;   /* of the payload of the present frame */
    bool in_frame;   /* its head has been read */
    bool in_message; /* between the first and the last frame of a message */
    bool too_long;
    bool progress;
    uint16_t message_length, control_length;
    char message[FRAMES_MESSAGE_MAX];
    char control[FRAMES_CONTROL_MAX];
};

static ssize_t feed(uint8_t *to, size_t capacity, int flags, void *context)
{
    struct frames_reader *reader = context;
    const size_t taken = reader->length < capacity ? reader->length : capacity;
    (void)flags;
    if (taken == 0)
        return -1; /* wslay: later */
    memcpy(to, reader->bytes, taken);
    reader->bytes += taken;
    reader->length -= taken;
    reader->fed += taken;
    return (ssize_t)taken;
}

static struct frames_reader *take_reader(struct frames_pool *pool)
{
    static const struct wslay_frame_callbacks callbacks = {.recv_callback = feed};
    struct frames_reader *reader = pool->unused;
    if (reader) {
        pool->unused = reader->next;
        pool->unused_count--;
        return reader;
    }
    reader = memory_new(1, sizeof *reader);
    if (wslay_frame_context_init(&reader->wslay, &callbacks, reader) != 0)
        abort(); /* no memory */
    return reader;
}

void frames_drop(struct frames_reader *reader)
{
    if (!reader)
        return;
    wslay_frame_context_free(reader->wslay);
    free(reader);
}

/* Only a reader that is between frames and messages may serve another connection. */
static void give_back(struct frames_pool *pool, struct frames_reader *reader)
{
    if (pool->unused_count >= UNUSED_MAX) {
        frames_drop(reader);
        return;
    }
    reader->fed = reader->used = 0;
    reader->too_long = reader->progress = false;
    reader->next = pool->unused;
    pool->unused = reader;
    pool->unused_count++;
}

void frames_pool_free(struct frames_pool *pool)
{
    while (pool->unused) {
        struct frames_reader *next = pool->unused->next;
        frames_drop(pool->unused);
        pool->unused = next;
    }
    pool->unused_count = 0;
}

static size_t received_head(uint64_t length)
{
    return 6 + (length < 126 ? 0u : length < 65536 ? 2u : 8u);
}

/* The head of a frame: 0, or the code to close with. */
static int begin_frame(struct frames_reader *reader, const struct wslay_frame_iocb *frame)
{
    const bool control = wslay_is_ctrl_frame(frame->opcode);
    reader->in_frame = true;
    reader->left = frame->payload_length;
    reader->used += received_head(frame->payload_length);
    if (!frame->mask || frame->rsv)
        return CODE_PROTOCOL;
    if (control) {
        reader->control_length = 0;
        return frame->opcode > FRAMES_PONG || !frame->fin ||
                       frame->payload_length > FRAMES_CONTROL_MAX
                   ? CODE_PROTOCOL
                   : 0;
    }
    if (frame->opcode > FRAMES_BINARY || (frame->opcode == 0) != reader->in_message)
        return CODE_PROTOCOL;
    if (frame->opcode == FRAMES_BINARY)
        return CODE_UNSUPPORTED;
    if (frame->opcode == FRAMES_TEXT) {
        reader->message_length = 0;
        reader->too_long = false;
    }
    reader->in_message = true;
    return 0;
}

/* A part of a text message; false: stop. */
static bool add_text(struct frames_reader *reader, const struct wslay_frame_iocb *frame,
                     const struct frames_events *events, void *context)
{
    const size_t length = frame->data_length;
    const bool last = frame->fin && reader->left == 0;
    bool go_on = true;
    if (!reader->too_long && reader->message_length + length > FRAMES_MESSAGE_MAX) {
        reader->too_long = true;
        go_on = events->too_long(context, reader->left);
    }
    if (!reader->too_long && last && reader->message_length == 0) { /* in one piece: not copied */
        reader->in_message = false;
        reader->progress = true;
        return events->message(context,
                               (struct span){length ? (const char *)frame->data : "", length});
    }
    if (!reader->too_long && length) {
        memcpy(reader->message + reader->message_length, frame->data, length);
        reader->message_length = (uint16_t)(reader->message_length + length);
    }
    if (!last)
        return go_on && (length || reader->left || events->empty(context));
    reader->in_message = false;
    reader->progress = true;
    return go_on &&
           (reader->too_long ||
            events->message(context, (struct span){reader->message, reader->message_length}));
}

static bool add_control(struct frames_reader *reader, const struct wslay_frame_iocb *frame,
                        const struct frames_events *events, void *context)
{
    if (frame->data_length)
        memcpy(reader->control + reader->control_length, frame->data, frame->data_length);
    reader->control_length = (uint16_t)(reader->control_length + frame->data_length);
    if (reader->left)
        return true;
    if (!reader->in_message)
        reader->progress = true;
    return events->control(context, (enum frames_opcode)frame->opcode,
                           (struct span){reader->control, reader->control_length});
}

static int read_frames(struct frames_reader *reader, const struct frames_events *events,
                       void *context)
{
    for (;;) {
        struct wslay_frame_iocb frame = {0};
        const ssize_t got = wslay_frame_recv(reader->wslay, &frame);
        if (got == WSLAY_ERR_WANT_READ)
            return 0;
        if (got < 0)
            return CODE_PROTOCOL;
        if (!reader->in_frame) {
            const int code = begin_frame(reader, &frame);
            if (code)
                return code;
        }
        reader->left -= frame.data_length;
        reader->used += frame.data_length;
        reader->in_frame = reader->left > 0;
        const bool go_on = wslay_is_ctrl_frame(frame.opcode)
                               ? add_control(reader, &frame, events, context)
                               : add_text(reader, &frame, events, context);
        if (!go_on)
            return CODE_STOPPED;
    }
}

int frames_read(struct frames_pool *pool, struct frames_reader **reader, const unsigned char *bytes,
                size_t length, const struct frames_events *events, void *context)
{
    struct frames_reader *own = *reader ? *reader : take_reader(pool);
    own->bytes = bytes;
    own->length = length;
    own->progress = false;
    const int code = read_frames(own, events, context);
    own->bytes = NULL;
    *reader = NULL;
    if (code)
        frames_drop(own); /* its state is of no use to another */
    else if (own->fed == own->used && !own->in_frame && !own->in_message)
        give_back(pool, own);
    else
        *reader = own;
    return code;
}

bool frames_progress(const struct frames_reader *reader)
{
    return reader->progress;
}

size_t frames_put_head(unsigned char head[FRAMES_HEAD_MAX], enum frames_opcode opcode,
                       uint64_t length)
{
    head[0] = (unsigned char)(0x80u | (unsigned)opcode);
    if (length < 126) {
        head[1] = (unsigned char)length;
        return 2;
    }
    const unsigned bytes = length < 65536 ? 2 : 8;
    head[1] = bytes == 2 ? 126 : 127;
    for (unsigned i = 0; i < bytes; i++)
        head[2 + i] = (unsigned char)(length >> 8 * (bytes - 1 - i));
    return 2 + bytes;
}

int frames_close_code(struct span payload)
{
    if (payload.length == 0)
        return CODE_NONE;
    if (payload.length == 1)
        return CODE_PROTOCOL;
    const int code = (unsigned char)payload.at[0] << 8 | (unsigned char)payload.at[1];
    const bool defined = (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
                         (code >= 3000 && code <= 4999);
    return defined ? code : CODE_PROTOCOL;
}

void frames_accept(const char *key, char accept[32])
{
    char text[80];
    unsigned char digest[SHA_DIGEST_LENGTH];
    const int length =
        snprintf(text, sizeof text, "%.32s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    EVP_Digest(text, (size_t)length, digest, NULL, EVP_sha1(), NULL);
    EVP_EncodeBlock((unsigned char *)accept, digest, sizeof digest);
}
