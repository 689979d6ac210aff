import type { Text } from '../../kit/model/lang.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { robotAt, sendByRobot } from '../../platform/messages/robot.server.ts'
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

/** The words of an event; none where nobody wants its kinds. */
function wordsOf(e: OutboxEvent, kinds: readonly string[]): string {
  const all = (e.payload.alerts as OutgoingAlert[]).filter((a) => kinds.length === 0 || kinds.includes(a.kind))
  const label = (k: string): Text => ALERTS[k] ?? { zh: k, en: k }
  const lines = all.map((a) => `${label(a.kind).zh} / ${label(a.kind).en}${a.subject ? `: ${a.subject}` : ''}`)
  return lines.length ? [`农村土地承包管理系统告警（租户 ${e.tenantId}，${e.createTime}）`, ...lines].join('\n') : ''
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
