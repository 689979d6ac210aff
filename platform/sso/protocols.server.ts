import type { Outbound } from '../../runtime/outbound.server.ts'

/** A service as its configuration row has it. */
export interface IdentitySource {
  /** oidc, wecom, dingtalk */
  category: string
  /** OpenID: who signs; of the others the address of their calls */
  issuer: string
  /** of WeCom the enterprise (corpid), of DingTalk the application (AppKey) */
  clientId: string
  clientSecret: string
  scope: string
  /** WeCom: the application in the enterprise */
  agentId: string | null
  /** WeCom, DingTalk: the page to sign in at, where it is not the public one */
  pageUrl: string | null
}
/** Who the other service says somebody is. */
export interface SourceIdentity {
  subject: string
  name: string
}
/** What was agreed before the journey and must be found again in the answer. */
export interface Agreed {
  state: string
  verifier: string
  nonce: string
  redirectUri: string
}
/** What the browser brings back; `iss` by services that name themselves there (RFC 9207). */
export interface Returned {
  code: string
  iss: string
}
/** How a kind of service is spoken to. `now`: the product's time, s. */
export interface IdentityProtocol {
  /** where the browser goes */
  leave(outbound: Outbound, s: IdentitySource, j: Agreed, now: number): Promise<string>
  /** whom a return names. @throws sso-rejected */
  identify(outbound: Outbound, s: IdentitySource, j: Agreed, back: Returned, now: number): Promise<SourceIdentity>
}
