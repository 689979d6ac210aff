/** Who may call without a token: these and no other, at most nine. Source: security.md 4.1. */
export const ANONYMOUS: readonly string[] = [
  'GET /cpt-auth/oauth/captcha',
  'GET /cpt-auth/oauth/public-key',
  'GET /cpt-system/param/sign',
  'GET /cpt-system/tenant/info',
  'GET /health',
  'POST /cpt-auth/oauth/prepare',
  'POST /cpt-auth/oauth/token',
  'POST /cpt-user/register-guest',
]
/** The one page of signing for strangers: it verifies a document, with masked names and few calls a minute. Source: rulings.md 14. */
export const VERIFYING: readonly string[] = ['POST /sign/check-document']
/** Citizens' own pages: what they ask, book and follow by a code of their own, and what everybody may read; names masked, few calls a minute. Source: rulings.md 42. */
export const CITIZENS: readonly string[] = [
  ...['published', 'offers', 'posted', 'posted-list', 'posting', 'places', 'slots'].map((verb) => `GET /usr/public/${verb}`),
  ...['hold', 'book', 'book-code', 'booking', 'booking-change', 'booking-cancel', 'ask', 'answer', 'case'].map((verb) => `POST /usr/public/${verb}`),
]
/** Calls without a session that an application signs. Source: business-flows.md 10.2. */
export const SIGNED: readonly string[] = ['appraisal', 'notice', 'contract', 'file', 'description'].map((verb) => `POST /openApi/${verb}`)
/** Calls of who signs a contract by phone, or on a tablet of the desk: opened by his link, acting as him at his own node. Source: rulings.md 14; docs/adr/0028. */
export const SIGNERS: readonly string[] = ['open', 'code', 'check', 'begin', 'file', 'sign', 'refuse'].map((verb) => `POST /sign/signer/${verb}`)
/** A device of field work that looks in, known by a number that it made: what it learns is whether it was revoked. Source: docs/adr/0076. */
export const DEVICES: readonly string[] = ['POST /ybProcess/field/contact']
/** Calls that are known by a key in their address: what a provider tells of its messages, the calendar of a person. Source: docs/adr/0070, 0071. */
export const KEYED: readonly string[] = ['POST /cpt-resource/sms/receipt', 'GET /cpt-desk/calendar/feed']
