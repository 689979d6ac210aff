// What of the messages of a person leaves the house, by what and when. Pure.
import { both, type Text } from '../../kit/model/lang.ts'
import { isQuiet, type QuietHours } from '../../platform/messages/message.ts'
import { INBOX_KINDS, type InboxKind } from './inbox.ts'

/** By what a person is told outside: mail to his address, a text message, a call by name in the group of a robot. */
export const OUTSIDE = { mail: both('邮件', 'Mail'), sms: both('短信', 'Text message'), robot: both('机器人', 'Robot') } as const satisfies Record<string, Text>
export type OutsideChannel = keyof typeof OUTSIDE
export const isOutside = (v: unknown): v is OutsideChannel => typeof v === 'string' && Object.hasOwn(OUTSIDE, v)

/** When: at once but in his quiet hours; or everything of a day together at one hour. */
export interface OutsideTimes extends QuietHours {
  digestHour: number | null
}
export const NO_TIMES: OutsideTimes = { from: 0, to: 0, digestHour: null }

/** What somebody is told in one line: what it is, and nothing of whom it is about. */
export const outsideLine = (kind: InboxKind, subject: string): string => `${INBOX_KINDS[kind].zh}：${subject}。请登录系统查看。`
/** The day in one line: how much of what waits. */
export function digestLine(kinds: readonly InboxKind[]): string {
  const counted = (Object.keys(INBOX_KINDS) as InboxKind[]).flatMap((k) => {
    const n = kinds.filter((x) => x === k).length
    return n ? [`${INBOX_KINDS[k].zh}${n}条`] : []
  })
  return `您有${kinds.length}条未读消息：${counted.join('，')}。请登录系统查看。`
}
/** Whether now is the time: for each message where there is no digest, but not in the quiet hours; once a day where there is one. `digestDay`: of the last one. */
export function isTime(now: string, t: OutsideTimes, digestDay: string | null): boolean {
  if (t.digestHour === null) return !isQuiet(now, t)
  return Number(now.slice(11, 13)) >= t.digestHour && (digestDay ?? '') < now.slice(0, 10)
}
