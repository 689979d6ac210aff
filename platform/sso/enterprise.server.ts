// Who somebody is by WeCom or DingTalk. They give no ID token: the service itself is asked for the person behind a code, over TLS and with our secret. A code is good
// once and minutes; that the browser is the one that left is held by our own state. Source: their published calls (WeCom: gettoken, auth/getuserinfo; DingTalk: v1.0).
import { Problem } from '../../kit/model/problem.ts'
import type { Outbound, OutboundCall } from '../../runtime/outbound.server.ts'
import { ssoRefusal } from './problems.ts'
import type { SourceIdentity, IdentityProtocol } from './protocols.server.ts'

const WECOM_PAGE = 'https://login.work.weixin.qq.com/wwlogin/sso/login'
const DINGTALK_PAGE = 'https://login.dingtalk.com/oauth2/auth'
const MOST_SUBJECT = 255

function page(at: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(at)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
/** A call's answer as an object. Refusals of the door stay what they are; whatever else is wrong, people are told one thing, and the log why. */
async function asked(outbound: Outbound, url: string, o: OutboundCall): Promise<Readonly<Record<string, unknown>>> {
  try {
    const answer = await outbound.call(url, o)
    const said: unknown = JSON.parse(answer.body.toString('utf8'))
    if (answer.status >= 300 || !said || typeof said !== 'object' || Array.isArray(said))
      throw new Error(`${answer.status} ${answer.body.toString('utf8').slice(0, 200)}`)
    return said as Record<string, unknown>
  } catch (e) {
    throw e instanceof Problem ? e : ssoRefusal.rejected({ why: e instanceof Error ? e.message : String(e) })
  }
}
/** A text of an answer that must be there. */
function textOf(said: Readonly<Record<string, unknown>>, name: string): string {
  const value = said[name]
  if (typeof value !== 'string' || value === '' || value.length > 4096) throw ssoRefusal.rejected({ why: `no ${name}: ${JSON.stringify(said).slice(0, 200)}` })
  return value
}
function identity(subject: string, name: unknown): SourceIdentity {
  if (subject.length > MOST_SUBJECT) throw ssoRefusal.rejected({ why: 'the subject is no name' })
  return { subject, name: typeof name === 'string' ? name.slice(0, 100) : '' }
}

/** 企业微信: members of the enterprise alone. */
export const wecom: IdentityProtocol = {
  leave: async (_outbound, s, j) =>
    page(s.pageUrl || WECOM_PAGE, { login_type: 'CorpApp', appid: s.clientId, agentid: s.agentId ?? '', redirect_uri: j.redirectUri, state: j.state }),
  async identify(outbound, s, _j, back) {
    const ask = async (call: string, query: Readonly<Record<string, string>>) => {
      const said = await asked(outbound, page(`${s.issuer.replace(/\/$/, '')}/cgi-bin/${call}`, query), { method: 'GET' })
      if (said.errcode !== undefined && said.errcode !== 0) throw ssoRefusal.rejected({ why: `${call}: ${String(said.errcode)} ${String(said.errmsg ?? '')}` })
      return said
    }
    const access_token = textOf(await ask('gettoken', { corpid: s.clientId, corpsecret: s.clientSecret }), 'access_token')
    // who is no member has an openid instead
    const subject = textOf(await ask('auth/getuserinfo', { access_token, code: back.code }), 'userid')
    // an application that may not read its members' names signs them in all the same
    const member = await ask('user/get', { access_token, userid: subject }).catch(() => undefined)
    return identity(subject, member?.name)
  },
}

/** Of the scopes those that DingTalk knows; the person himself at least. */
const dingTalkScope = (scope: string): string => (scope.split(' ').includes('corpid') ? 'openid corpid' : 'openid')
/** 钉钉. */
export const dingtalk: IdentityProtocol = {
  leave: async (_outbound, s, j) =>
    page(s.pageUrl || DINGTALK_PAGE, {
      redirect_uri: j.redirectUri,
      response_type: 'code',
      client_id: s.clientId,
      scope: dingTalkScope(s.scope),
      state: j.state,
      prompt: 'consent',
    }),
  async identify(outbound, s, _j, back) {
    const at = s.issuer.replace(/\/$/, '')
    const body = JSON.stringify({ clientId: s.clientId, clientSecret: s.clientSecret, code: back.code, grantType: 'authorization_code' })
    const granted = await asked(outbound, `${at}/v1.0/oauth2/userAccessToken`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const headers = { 'x-acs-dingtalk-access-token': textOf(granted, 'accessToken') }
    const me = await asked(outbound, `${at}/v1.0/contact/users/me`, { method: 'GET', headers })
    return identity(textOf(me, 'unionId'), me.nick)
  },
}
