// SPDX-License-Identifier: Apache-2.0
// What Debian's libzmq.a refers to and a static build leaves out, since no socket of ours uses it: GSSAPI
// (MIT Kerberos has no static library) and the multicast transports PGM (LGPL, which a jar cannot carry in a
// static executable) and NORM. What a socket would call to use one fails, so it would not connect.
#include <cstdint>

// The arguments are never looked at, so they need no declaration.
#define HORATIO_ABSENT(function, result) \
  std::uintptr_t function();             \
  std::uintptr_t function() { return result; }

#define HORATIO_GSS_ABSENT(function) HORATIO_ABSENT(function, 16U << 16U)  // GSS_S_UNAVAILABLE
#define HORATIO_PGM_ABSENT(function) HORATIO_ABSENT(function, 0)           // FALSE
#define HORATIO_NORM_ABSENT(function) HORATIO_ABSENT(function, 0)          // false, NORM_INSTANCE_INVALID

extern "C" {

extern const void* const GSS_C_NT_HOSTBASED_SERVICE = nullptr;
extern const void* const GSS_C_NT_USER_NAME = nullptr;

HORATIO_GSS_ABSENT(gss_accept_sec_context)
HORATIO_GSS_ABSENT(gss_acquire_cred)
HORATIO_GSS_ABSENT(gss_delete_sec_context)
HORATIO_GSS_ABSENT(gss_display_name)
HORATIO_GSS_ABSENT(gss_import_name)
HORATIO_GSS_ABSENT(gss_init_sec_context)
HORATIO_GSS_ABSENT(gss_release_buffer)
HORATIO_GSS_ABSENT(gss_release_cred)
HORATIO_GSS_ABSENT(gss_release_name)
HORATIO_GSS_ABSENT(gss_unwrap)
HORATIO_GSS_ABSENT(gss_wrap)

// libzmq calls these for every context, and ends the process where they fail.
HORATIO_ABSENT(pgm_init, 1)  // TRUE
HORATIO_ABSENT(pgm_shutdown, 1)
HORATIO_PGM_ABSENT(pgm_bind3)
HORATIO_PGM_ABSENT(pgm_close)
HORATIO_PGM_ABSENT(pgm_connect)
HORATIO_PGM_ABSENT(pgm_error_free)
HORATIO_PGM_ABSENT(pgm_free)
HORATIO_PGM_ABSENT(pgm_freeaddrinfo)
HORATIO_PGM_ABSENT(pgm_getaddrinfo)
HORATIO_PGM_ABSENT(pgm_getsockopt)
HORATIO_PGM_ABSENT(pgm_gsi_create_from_data)
HORATIO_PGM_ABSENT(pgm_recvmsgv)
HORATIO_PGM_ABSENT(pgm_send)
HORATIO_PGM_ABSENT(pgm_setsockopt)
HORATIO_PGM_ABSENT(pgm_socket)

extern const void* const NORM_INSTANCE_INVALID = nullptr;
extern const void* const NORM_SESSION_INVALID = nullptr;
extern const void* const NORM_OBJECT_INVALID = nullptr;
extern const std::uint32_t NORM_NODE_ANY = 0xffffffff;

HORATIO_NORM_ABSENT(NormCreateInstance)
HORATIO_NORM_ABSENT(NormCreateSession)
HORATIO_NORM_ABSENT(NormDestroyInstance)
HORATIO_NORM_ABSENT(NormDestroySession)
HORATIO_NORM_ABSENT(NormGetDescriptor)
HORATIO_NORM_ABSENT(NormGetNextEvent)
HORATIO_NORM_ABSENT(NormGetRandomSessionId)
HORATIO_NORM_ABSENT(NormIsUnicastAddress)
HORATIO_NORM_ABSENT(NormNodeDelete)
HORATIO_NORM_ABSENT(NormObjectGetType)
HORATIO_NORM_ABSENT(NormObjectGetUserData)
HORATIO_NORM_ABSENT(NormObjectSetUserData)
HORATIO_NORM_ABSENT(NormSetCongestionControl)
HORATIO_NORM_ABSENT(NormSetDefaultSyncPolicy)
HORATIO_NORM_ABSENT(NormSetDefaultUnicastNack)
HORATIO_NORM_ABSENT(NormSetLoopback)
HORATIO_NORM_ABSENT(NormSetMulticastInterface)
HORATIO_NORM_ABSENT(NormSetRxPortReuse)
HORATIO_NORM_ABSENT(NormSetTTL)
HORATIO_NORM_ABSENT(NormStartReceiver)
HORATIO_NORM_ABSENT(NormStartSender)
HORATIO_NORM_ABSENT(NormStopInstance)
HORATIO_NORM_ABSENT(NormStopReceiver)
HORATIO_NORM_ABSENT(NormStopSender)
HORATIO_NORM_ABSENT(NormStreamFlush)
HORATIO_NORM_ABSENT(NormStreamOpen)
HORATIO_NORM_ABSENT(NormStreamRead)
HORATIO_NORM_ABSENT(NormStreamSeekMsgStart)
HORATIO_NORM_ABSENT(NormStreamWrite)

}  // extern "C"
