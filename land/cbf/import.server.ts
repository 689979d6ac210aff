import { invalidField, Problem, problems, type Wrong } from '../../kit/model/problem.ts'
import { labelOf } from '../../kit/model/field.ts'
import { entries } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { writerForm, type ImportWriting, type RowValues, type Writer } from '../../services/exchange/imports/writers.server.ts'
import { ZJLX } from '../../platform/dictionaries/zjlx.ts'
import { cbf, type Cbf } from '../definitions/cbf.ts'
import { dk } from '../definitions/dk.ts'
import { fbf } from '../definitions/fbf.ts'
import { jtcy, type Jtcy } from '../definitions/jtcy.ts'
import { lockOf, refuseLocked } from '../register/locked.server.ts'
import { requireNames } from './name-limit.server.ts'
import { requirePersons } from '../register/persons.server.ts'
import { checkedHousehold, findCbf, householdMembers } from './cbf.server.ts'
import { CBFLX, HEAD, HEAD_FIELDS, headIndex } from '../definitions/household.ts'

/** Relation of a lone representative, and the sex that the 17th digit of an ID card tells. Source: GB 11643. */
const headOf = (v: RowValues): RowValues => ({
  cyxm: v.cbfmc,
  yhzgx: HEAD[0],
  cyzjlx: v.cbfzjlx ?? ZJLX.idCard,
  cyzjhm: v.cbfzjhm,
  cyxb: Number(String(v.cbfzjhm).at(16)) % 2 === 1 ? '1' : '2',
  sfgyr: '1',
})
/** What of the head changes with its contractor, who is the same person: where it was the same. */
const following = (head: RowValues, values: RowValues, before: RowValues): RowValues =>
  Object.fromEntries(Object.entries(HEAD_FIELDS).flatMap(([own, of]) => (head[own] === before[of] && values[of] !== undefined ? [[own, values[of]]] : [])))
/** A contractor whose change is withdrawn takes the head back with it. */
async function headRestored(ctx: Ctx, written: RowValues, was: RowValues): Promise<void> {
  const members = await householdMembers(ctx, was.cbfbm)
  const head = members[headIndex(members)]
  if (!head) return
  const back = following(head, was, written)
  if (Object.entries(back).some(([n, v]) => (head as RowValues)[n] !== v)) await rows.update(ctx, jtcy, head.id, back)
}
/** A household is imported without its members: a new one has its representative as head, another keeps those it has. */
async function household(ctx: Ctx, values: RowValues, before?: RowValues): Promise<RowValues> {
  if (before) {
    const list = (await householdMembers(ctx, before.cbfbm)).map((m): RowValues => ({ id: m.id, ...writerForm(jtcy, m) }))
    const head = list[headIndex(list)]
    return { jtcyList: list.map((m) => (m === head ? { ...m, ...following(m, values, before) } : m)) }
  }
  const farming = (values.cbflx ?? CBFLX.household) === CBFLX.household
  if (farming && (values.cbfzjlx ?? ZJLX.idCard) !== ZJLX.idCard)
    throw problems.badRequest({ zh: '新增农户的承包方代表须为居民身份证', en: 'The representative of a new household needs a resident ID card' })
  return { jtcyList: farming ? [headOf(values)] : [] }
}

/** A member is written alone, after its household was checked with it as a whole; the household is held meanwhile. */
const members: Writer = {
  paths: [`${cbf.path}/update`],
  async save(ctx, values, before) {
    rows.requirePerm(ctx, jtcy, before ? 'edit' : 'add')
    const { household, list } = await householdOf(ctx, String(before?.cbfbm ?? values.cbfbm ?? ''))
    const { cbfbm: _, ...own } = values
    const sent: Record<string, unknown>[] = list.map((m) => ({ id: m.id, ...(m.id === before?.id ? own : writerForm(jtcy, m)) }))
    const at = before ? list.findIndex((m) => m.id === before.id) : list.length
    if (!before) sent.push(own)
    const stored = { row: household, members: list }
    const whole = await aboutMember(at, async () => checkedHousehold(ctx, { ...writerForm(cbf, household), id: household.id, jtcyList: sent }, stored))
    await requireNames(ctx, whole, stored)
    await aboutMember(at, () => requirePersons(ctx, whole, stored))
    const checked = whole.members[at]!
    const { sort: __, ...fields } = checked.values
    if (before) return rows.update(ctx, jtcy, before.id, fields, before)
    const sort = Math.max(0, ...list.map((m) => m.sort ?? 0)) + 1
    const id = await rows.insert(ctx, jtcy, { ...fields, sort, regionCode: household.regionCode, cbfId: household.id, cbfbm: household.cbfbm })
    await rows.update(ctx, cbf, household.id, { cbfcysl: list.length + 1 })
    return id
  },
  async restored(ctx, written) {
    await householdOf(ctx, written.cbfbm)
  },
  async remove(ctx, row) {
    rows.requirePerm(ctx, jtcy, 'delete')
    const { household, list } = await householdOf(ctx, row.cbfbm)
    const left = list.filter((m) => m.id !== row.id)
    const body = { ...writerForm(cbf, household), id: household.id, jtcyList: left.map((m) => ({ id: m.id, ...writerForm(jtcy, m) })) }
    checkedHousehold(ctx, body, { row: household, members: list })
    await rows.erase(ctx, jtcy, [row.id])
    await rows.update(ctx, cbf, household.id, { cbfcysl: left.length })
  },
}
/** What is wrong with another member of the household is no fault of this one's cells: it stands at the row. */
async function aboutMember<T>(at: number, check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (e) {
    if (!(e instanceof Problem) || e.key !== 'invalid') throw e
    const list = e.details as readonly Wrong[]
    throw problems.invalid(list.map((f) => (f.field.startsWith(`jtcyList.${at}.`) ? f : { ...f, field: 'jtcyList' })))
  }
}
async function householdOf(ctx: Ctx, cbfbm: string): Promise<{ household: Cbf; list: Jtcy[] }> {
  const found = cbfbm ? await findCbf(ctx, cbfbm) : undefined
  if (!found) throw invalidField('cbfbm', { zh: `承包方【${cbfbm}】不存在`, en: `Contractor ${cbfbm} not found` })
  const household = await rows.get(ctx, cbf, found.id, true)
  const lock = await lockOf(ctx, cbf, household)
  if (lock) refuseLocked(cbf, lock, [{ zh: jtcy.label, en: jtcy.en }])
  return { household, list: await householdMembers(ctx, cbfbm) }
}

/** What is registered or in an open case by now is given back no more than a form may change of it. @throws registered, held */
const givenBack =
  (r: typeof fbf | typeof cbf | typeof dk) =>
  async (ctx: Ctx, written: RowValues, was: RowValues): Promise<void> => {
    const lock = await lockOf(ctx, r, written as { id: string })
    const other = entries(r).filter(([n]) => Object.hasOwn(was, n) && String(was[n] ?? '') !== String(written[n] ?? '') && !lock?.free.includes(n))
    if (lock && other.length)
      refuseLocked(
        r,
        lock,
        other.map(([, f]) => labelOf(f)),
      )
  }
/** How households and members are imported, and what of the register may be given back. */
export const landImports: ImportWriting = {
  beside: { [cbf.name]: household },
  restored: {
    [fbf.name]: givenBack(fbf),
    [dk.name]: givenBack(dk),
    async [cbf.name](ctx, written, was) {
      await givenBack(cbf)(ctx, written, was)
      await headRestored(ctx, written, was)
    },
  },
  own: { [jtcy.name]: members },
}
