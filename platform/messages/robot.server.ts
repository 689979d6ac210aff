import { createHmac } from 'node:crypto'
import { clock } from '../../kit/server/clock.server.ts'
import type { Outbound } from '../../runtime/outbound.server.ts'
import type { SendAnswer } from './message.ts'
import { answeredJson } from './wire.server.ts'

export interface Robot {
  category: string
  /** https://qyapi.weixin.qq.com/cgi-bin/webhook/send or https://oapi.dingtalk.com/robot/send */
  endpoint: string
  /** DingTalk: the robot's access_token */
  account?: string | null
  /** WeCom: the key of the address; DingTalk: the key that signs (SEC…) */
  secretKey: string
}
/** Characters that a robot takes. */
const MOST = 600

/** What DingTalk asks for beside a call: base64(HMAC-SHA256(secret, time, line feed, secret)); `time` in milliseconds. */
export const dingTalkSign = (secret: string, time: number): string => createHmac('sha256', secret).update(`${time}\n${secret}`).digest('base64')

/** Writes to the group of a robot, and calls those of these numbers who are in it. */
export async function sendByRobot(
  s: Robot,
  m: { text: string; mobiles: readonly string[] },
  outbound: Outbound,
  signal: AbortSignal,
  now: () => Date = clock,
): Promise<SendAnswer> {
  const url = new URL(s.endpoint)
  const isWecom = s.category === 'wecom'
  const time = now().getTime()
  const query = isWecom ? { key: s.secretKey } : { access_token: s.account ?? '', timestamp: String(time), sign: dingTalkSign(s.secretKey, time) }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const content = m.text.slice(0, MOST)
  const body = isWecom
    ? { msgtype: 'text', text: { content, mentioned_mobile_list: m.mobiles } }
    : { msgtype: 'text', text: { content }, at: { atMobiles: m.mobiles } }
  const answer = await outbound.call(url.href, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
    signal,
  })
  const said = answeredJson(answer)
  if (typeof said.errcode !== 'number') throw new Error(`the robot answered ${answer.status}`)
  return { accepted: said.errcode === 0, id: '', message: `${said.errcode} ${String(said.errmsg ?? '')}`.slice(0, 200) }
}
