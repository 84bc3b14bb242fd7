// SPDX-License-Identifier: Apache-2.0
// The GSSAPI of a static build. Debian's libzmq.a refers to it for a security mechanism that no socket of
// ours uses, and MIT Kerberos has no static library. Every call fails, so a socket that asked for the
// mechanism would not connect.

extern "C" {

extern const void* const GSS_C_NT_HOSTBASED_SERVICE = nullptr;
extern const void* const GSS_C_NT_USER_NAME = nullptr;

// The arguments are never looked at, so they need no declaration.
#define HORATIO_ABSENT(function) \
  unsigned function();           \
  unsigned function() { return 16U << 16U; /* GSS_S_UNAVAILABLE */ }

HORATIO_ABSENT(gss_accept_sec_context)
HORATIO_ABSENT(gss_acquire_cred)
HORATIO_ABSENT(gss_delete_sec_context)
HORATIO_ABSENT(gss_display_name)
HORATIO_ABSENT(gss_import_name)
HORATIO_ABSENT(gss_init_sec_context)
HORATIO_ABSENT(gss_release_buffer)
HORATIO_ABSENT(gss_release_cred)
HORATIO_ABSENT(gss_release_name)
HORATIO_ABSENT(gss_unwrap)
HORATIO_ABSENT(gss_wrap)

}  // extern "C"
