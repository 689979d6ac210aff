import { createHmac } from 'node:crypto'
import { clock } from '../../kit/server/clock.server.ts'
import type { Outbound, OutboundAnswer } from '../../runtime/outbound.server.ts'
import type { SendAnswer } from './message.ts'
import { answeredJson, refusedByStatus } from './wire.server.ts'

export interface Robot {
  /** wecom, dingtalk; feishu and `chat` (any other) by an address that holds its key already */
  category: string
  /** https://qyapi.weixin.qq.com/cgi-bin/webhook/send or https://oapi.dingtalk.com/robot/send */
  endpoint: string
  /** DingTalk: the robot's access_token */
  account?: string | null
  /** WeCom: the key of the address; DingTalk: the key that signs (SEC…) */
  secretKey: string
}
/** Characters that a robot takes; what is longer is cut. */
export const MOST_OF_ROBOT = 600

/** The robot behind an address that is given whole, as chats show it to be copied. */
export function robotAt(endpoint: string): Robot {
  const isFeishu = /(^|\.)(feishu\.cn|larksuite\.com)$/.test(new URL(endpoint).hostname)
  return { category: isFeishu ? 'feishu' : 'chat', endpoint, secretKey: '' }
}
/** What DingTalk asks for beside a call: base64(HMAC-SHA256(secret, time, line feed, secret)); `time` in milliseconds. */
export const dingTalkSign = (secret: string, time: number): string => createHmac('sha256', secret).update(`${time}\n${secret}`).digest('base64')

/** The address with what the robot asks for beside the call. */
function addressOf(s: Robot, time: number): string {
  const url = new URL(s.endpoint)
  const query: Readonly<Record<string, string>> =
    s.category === 'wecom'
      ? { key: s.secretKey }
      : s.category === 'dingtalk'
        ? { access_token: s.account ?? '', timestamp: String(time), sign: dingTalkSign(s.secretKey, time) }
        : {}
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
/** The message as a chat takes it: Feishu names the parts in its own way, the others in the same, but for whom they call. */
function bodyOf({ category }: Robot, content: string, mobiles: readonly string[]): object {
  if (category === 'feishu') return { msg_type: 'text', content: { text: content } }
  const [called, at] = mobiles.length === 0 ? [{}, {}] : category === 'wecom' ? [{ mentioned_mobile_list: mobiles }, {}] : [{}, { at: { atMobiles: mobiles } }]
  return { msgtype: 'text', text: { content, ...called }, ...at }
}
/** What was answered. WeCom and DingTalk always say so in their own words; behind another address stands whatever an office put there. @throws where they did not */
function saidOf({ category }: Robot, answer: OutboundAnswer): SendAnswer {
  const text = answer.body.toString('utf8')
  const strict = category === 'wecom' || category === 'dingtalk'
  const refused = strict ? refusedByStatus(answer) : undefined
  if (refused) return refused
  const said = strict || /^\s*\{/.test(text) ? answeredJson(answer) : {}
  if (strict && typeof said.errcode !== 'number') throw new Error(`the robot answered ${answer.status}`)
  const { errcode = 0, code = 0 } = said
  const message = strict ? `${String(errcode)} ${String(said.errmsg ?? '')}` : `${answer.status} ${text}`
  return { accepted: errcode === 0 && code === 0 && (strict || answer.status < 300), id: '', message: message.slice(0, 200) }
}

/** Writes to the group of a robot, and calls those of these numbers who are in it. */
export async function sendByRobot(
  s: Robot,
  m: { text: string; mobiles: readonly string[] },
  outbound: Outbound,
  signal: AbortSignal,
  now: () => Date = clock,
): Promise<SendAnswer> {
  const answer = await outbound.call(addressOf(s, now().getTime()), {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(bodyOf(s, m.text.slice(0, MOST_OF_ROBOT), m.mobiles)),
    signal,
  })
  return saidOf(s, answer)
}
