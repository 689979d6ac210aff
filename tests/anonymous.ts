/** Who may call without a token: these and no other, at most nine. Source: the security chapter of the design (headline bars). */
export const ANONYMOUS: readonly string[] = [
  'GET /cpt-auth/oauth/captcha',
  'GET /cpt-auth/oauth/public-key',
  'GET /cpt-system/param/sign',
  'GET /cpt-system/tenant/info',
  'GET /health',
  'GET /openapi.json',
  'POST /cpt-auth/oauth/prepare',
  'POST /cpt-auth/oauth/token',
  'POST /cpt-user/register-guest',
]
