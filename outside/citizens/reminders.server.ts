import { typedRows } from '../../kit/server/any-query.server.ts'
import { dayPlus } from '../../kit/model/days.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, scoped } from '../../kit/server/query.server.ts'
import { CONTENTS } from '../../platform/messages/contents.ts'
import { sendingTenants, type SmsParts } from '../../platform/messages/send.server.ts'
import { tellPhones } from '../../platform/messages/worded.server.ts'
import { regionNames } from '../../platform/regions/lookup.server.ts'
import type { Routine } from '../../runtime/maintenance.server.ts'
import { reservation, type Reserve } from './citizens.ts'
import { HOLDING } from './flow.ts'
import { dictionaryNames } from './stranger.server.ts'

async function remind(ctx: Ctx, p: SmsParts): Promise<number> {
  const day = dayPlus(ctx.now.slice(0, 10), 1)
  const tomorrow = await typedRows<Reserve>(
    flatRows(
      scoped(ctx, reservation)
        .where('reserve.day', '=', day)
        .where('reserve.status', 'in', [...HOLDING]),
      reservation,
    ),
  )
  const [matters, places] = [
    await dictionaryNames(ctx, 'business_type'),
    await regionNames(
      ctx,
      tomorrow.map((r) => r.windowCode!),
    ),
  ]
  let told = 0
  for (const r of tomorrow) {
    const params = { day, slot: r.slot!, place: places.get(r.windowCode!) ?? '', matter: matters.get(r.matter!) ?? '', code: r.code! }
    // one that was moved is told of its new day
    told += await tellPhones(ctx, p, [r.phone], { of: CONTENTS.appointment, params, once: `appointment:${r.id}:${day}` })
  }
  return told
}
/** Every morning: who has an appointment tomorrow is reminded of it, once. */
export const appointmentReminders = (p: SmsParts): Routine => ({
  name: 'appointment-reminders',
  label: '预约提醒',
  due: { at: '09:00' },
  async run({ system, as, signal }) {
    let told = 0
    for (const tenant of await system(sendingTenants)) {
      signal.throwIfAborted()
      told += await as(tenant, (ctx) => remind(ctx, p))
    }
    return `${told} messages`
  },
})
