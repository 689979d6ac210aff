import type { Text } from '../../kit/model/lang.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { MOST_OF_ROBOT, robotAt, sendByRobot } from '../../platform/messages/robot.server.ts'
import type { Outbound } from '../../runtime/outbound.server.ts'
import { emit, type Handler, type OutboxEvent } from '../../runtime/outbox.server.ts'
import { ALERTS } from './alerts.ts'

/** Where alerts go besides the screen. */
export interface AlertSettings {
  /** address of a robot in a chat (DingTalk, WeCom, Feishu); '' = none */
  robotUrl: string
  /** the kinds that are told; none named = all */
  kinds: readonly string[]
}
/** An alert as it goes out: what happened, and about what, where that is no person. */
export interface OutgoingAlert {
  kind: string
  subject: string
}
export const ALERT_TOPIC = 'alert.told'
/** Kinds whose subject is an account, or the address of one: it is read on the screen and goes nowhere else. */
const ABOUT_PEOPLE = ['accounts', 'addresses', 'night', 'reads']
/** 1, 5, 15 minutes, an hour: an alert of yesterday helps nobody. */
const DELAYS = [60, 300, 900, 3600]

/** Says to those outside that alerts were raised, after the commit. */
export const tellOutside = (ctx: Ctx, told: readonly OutgoingAlert[]): Promise<string> =>
  emit(ctx, ALERT_TOPIC, ctx.who.tenantId, { alerts: told.map(({ kind, subject }) => ({ kind, subject: ABOUT_PEOPLE.includes(kind) ? '' : subject })) })

/** The line of an alert. */
function lineOf({ kind, subject }: OutgoingAlert): string {
  const { zh, en }: Text = ALERTS[kind] ?? { zh: kind, en: kind }
  return `${zh} / ${en}${subject ? `: ${subject}` : ''}`
}
/** The words of an event; none where nobody wants its kinds. What is about no person comes first, the same is said once, and of what has no room how many. */
function wordsOf(e: OutboxEvent, kinds: readonly string[]): string {
  const all = (e.payload.alerts as OutgoingAlert[])
    .filter((a) => kinds.length === 0 || kinds.includes(a.kind))
    .toSorted((a, b) => Number(ABOUT_PEOPLE.includes(a.kind)) - Number(ABOUT_PEOPLE.includes(b.kind)))
  if (all.length === 0) return ''
  const lines = [...Map.groupBy(all, lineOf)].map(([line, same]) => (same.length > 1 ? `${line} ×${same.length}` : line))
  const head = `农村土地承包管理系统告警（租户 ${e.tenantId}，${e.createTime}）`
  const whole = [head, ...lines].join('\n')
  if (whole.length <= MOST_OF_ROBOT) return whole
  const end = `…共${all.length}条 / ${all.length} in all`
  let room = MOST_OF_ROBOT - head.length - end.length - 1
  const shown = lines.filter((line) => {
    if (line.length + 1 > room) return false
    room -= line.length + 1
    return true
  })
  return [head, ...shown, end].join('\n')
}
/** Delivers alerts to the robot: tried again when it does not answer or says that it did not take the message. */
export function alertHandler(s: AlertSettings, outbound: Outbound): Handler {
  return {
    topic: ALERT_TOPIC,
    label: '告警通知',
    delays: DELAYS,
    async deliver(e, { signal }) {
      const content = wordsOf(e, s.kinds)
      if (!content || !s.robotUrl) return
      const said = await sendByRobot(robotAt(s.robotUrl), { text: content, mobiles: [] }, outbound, signal)
      if (!said.accepted) throw new Error(`the robot did not take the alert: ${said.message}`)
    },
  }
}
