import { typedRows } from '../../kit/server/any-query.server.ts'
import { dayPlus } from '../../kit/model/days.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, scoped } from '../../kit/server/query.server.ts'
import { CONTENTS } from '../../platform/messages/contents.ts'
import { sendingTenants, type SmsParts } from '../../platform/messages/send.server.ts'
import { tellPhones } from '../../platform/messages/worded.server.ts'
import { regionNames } from '../../platform/regions/lookup.server.ts'
import type { Routine } from '../../runtime/maintenance.server.ts'
import { piecewise } from '../../runtime/piecewise.server.ts'
import { reservation, type Reserve } from './citizens.ts'
import { HOLDING } from './flow.ts'
import { dictionaryNames } from './stranger.server.ts'
import { reminderName } from './told.server.ts'

/** Appointments of tomorrow that hold their place. */
const ofTomorrow = (ctx: Ctx): Promise<Reserve[]> =>
  typedRows<Reserve>(
    flatRows(
      scoped(ctx, reservation)
        .where('reserve.day', '=', dayPlus(ctx.now.slice(0, 10), 1))
        .where('reserve.status', 'in', [...HOLDING])
        .orderBy('reserve.id'),
      reservation,
    ),
  )

/** Everything about an appointment but its person, for all of a tenant. */
async function due(ctx: Ctx) {
  const appointments = await ofTomorrow(ctx)
  const [matters, places] = [
    await dictionaryNames(ctx, 'business_type'),
    await regionNames(
      ctx,
      appointments.map((r) => r.windowCode!),
    ),
  ]
  return { appointments, matters, places }
}
type Due = Awaited<ReturnType<typeof due>>
function remind(ctx: Ctx, p: SmsParts, { matters, places }: Due, r: Reserve): Promise<number> {
  const day = r.day!
  const params = { day, slot: r.slot!, place: places.get(r.windowCode!) ?? '', matter: matters.get(r.matter!) ?? '', code: r.code! }
  // one that was moved is told of its new day
  return tellPhones(ctx, p, [r.phone], { of: CONTENTS.appointment, params, once: `${reminderName(r.id)}:${day}`, until: `${day} ${r.slot!.slice(0, 5)}:00` })
}
/** Every morning: who has an appointment tomorrow is reminded of it, once. */
export const appointmentReminders = (p: SmsParts): Routine => ({
  name: 'appointment-reminders',
  label: '预约提醒',
  due: { at: '09:00' },
  async run(r) {
    const { piece, end } = piecewise(r)
    let told = 0
    for (const tenant of await r.system(sendingTenants)) {
      const all = await piece(tenant, `tenant ${tenant}`, due)
      for (const a of all?.appointments ?? []) told += (await piece(tenant, `appointment ${a.code}`, (ctx) => remind(ctx, p, all!, a))) ?? 0
    }
    return end(`${told} messages`)
  },
})
