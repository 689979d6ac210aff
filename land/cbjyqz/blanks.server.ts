// The ledger of blanks: ranges received, the next serial of each, spoilt ones. No serial is given twice: its row in cert_serial is unique in the county.
import { sql } from 'kysely'
import { ref } from '../../kit/model/field.ts'
import { invalidField } from '../../kit/model/problem.ts'
import { countyOf, regionPath } from '../../kit/model/region-code.ts'
import { isId } from '../../kit/model/resource.ts'
import { nextNumber } from '../../kit/server/counters.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, joinable, page, scoped } from '../../kit/server/query.server.ts'
import { answering, crud, ids, listing, reading, rowIdOf, type Route, type SentDraft, type SentRow, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { cbjyqz } from '../definitions/cbjyqz.ts'
import { cert_blank, cert_serial, SERIAL, type Blank } from './blank.ts'
import { numberIn, rangesLeft, blankSerial, SPOIL_BLANKS } from './desk.ts'
import { certificateProblems } from './problems.ts'

/** Blanks that one range holds at most. */
const MOST_BLANKS = 100_000
/** Numbers that are spoilt at once at most. */
const MOST_SPOILT = 500
/** Ranges that the list of unused serials looks at. */
const MOST_RANGES = 200

/** The ledger is the county's: a town takes from the blanks of its county, which it does not see. */
const inCounty = (ctx: Ctx, county: string): Ctx => ({ ...ctx, who: { ...ctx.who, regionCode: county, dataScopes: [] } })
const ends = (b: Blank) => ({ first: blankSerial(b, b.fromNo!), last: blankSerial(b, b.toNo!) })
const among = (list: readonly string[]) => sql`any(${list}::bigint[])`

/** A certificate that waits for its serial. */
interface Waiting {
  id: string
  cbjyqzbm: string
  regionCode: string
}
/** Serials of `some` that certificates of the county bear already, whoever printed them; `but` the one of this id. */
async function borne(ctx: Ctx, county: string, some: readonly string[], but = '0'): Promise<Set<string>> {
  const found = await joinable(ctx, cbjyqz)
    .select('cbjyqz.cbjyqzlsh')
    .where('cbjyqz.countyCode', '=', county)
    .where('cbjyqz.cbjyqzlsh', '=', sql`any(${[...some]}::text[])`)
    .where('cbjyqz.id', '!=', but)
    .execute()
  return new Set(found.map((r) => String(r.cbjyqzlsh)))
}
/**
 * Takes the next serial for each of some certificates of one county, in the order of their codes: of the blanks of the nearest region that has any, those
 * first that were received first. The ranges are held until the transaction ends, so that two at once take two. By id. @throws no-blank
 */
export async function takeSerials(ctx: Ctx, county: string, list: readonly Waiting[]): Promise<Map<string, string>> {
  const wide = inCounty(ctx, county)
  const regions = [...new Set(list.flatMap((c) => regionPath(c.regionCode)))]
  const blanks: Blank[] = await flatRows(scoped(wide, cert_blank), cert_blank)
    .where('cert_blank.countyCode', '=', county)
    .where('cert_blank.regionCode', 'in', regions)
    .where(sql<boolean>`"cert_blank"."nextNo" <= "cert_blank"."toNo"`)
    .orderBy(sql`length("cert_blank"."regionCode")`, 'desc')
    .orderBy('cert_blank.receiveDay')
    .orderBy('cert_blank.id')
    .forUpdate()
    .execute()
  const ahead = await spentAhead(wide, blanks)
  const spent = new Map(blanks.map((b) => [b.id, new Set(ahead.get(b.id))]))
  const elsewhere: Taken[] = []
  for (;;) {
    const { taken, next } = dealt(list, blanks, spent)
    const known = await borne(
      wide,
      county,
      taken.map((t) => t.serial),
    )
    const used = taken.filter((t) => known.has(t.serial))
    if (used.length === 0) {
      await record(wide, taken, elsewhere)
      const moved = blanks.filter((b) => next.get(b.id) !== b.nextNo)
      await rows.updateMany(
        wide,
        cert_blank,
        moved.map((row) => ({ row, values: { nextNo: next.get(row.id)! } })),
      )
      return new Map(taken.map((t) => [t.of.id, t.serial]))
    }
    for (const t of used) spent.get(t.blank.id)!.add(t.no)
    elsewhere.push(...used)
  }
}
interface Taken {
  of: Waiting
  blank: Blank
  no: number
  serial: string
}
/** Which number each certificate gets, and where each range goes on. */
function dealt(
  list: readonly Waiting[],
  blanks: readonly Blank[],
  spent: ReadonlyMap<string, ReadonlySet<number>>,
): { taken: Taken[]; next: Map<string, number> } {
  const next = new Map(blanks.map((b) => [b.id, b.nextNo!]))
  const free = (b: Blank): number | undefined => {
    let no = next.get(b.id)!
    while (spent.get(b.id)!.has(no)) no++
    return no <= b.toNo! ? no : undefined
  }
  const taken = list
    .toSorted((a, b) => (a.cbjyqzbm < b.cbjyqzbm ? -1 : 1))
    .map((of): Taken => {
      const blank = blanks.find((b) => of.regionCode.startsWith(b.regionCode) && free(b) !== undefined)
      if (!blank) throw certificateProblems.noBlank({ regionCode: of.regionCode })
      const no = free(blank)!
      next.set(blank.id, no + 1)
      return { of, blank, no, serial: blankSerial(blank, no) }
    })
  return { taken, next }
}
async function record(ctx: Ctx, taken: readonly Taken[], elsewhere: readonly Taken[]): Promise<void> {
  const day = ctx.now.slice(0, 10)
  const row = ({ of, blank, no, serial }: Taken) => ({ regionCode: of.regionCode, serial, day, blankId: blank.id, blankNo: no })
  await rows.insertMany(ctx, cert_serial, [
    ...taken.map((t) => ({ ...row(t), status: SERIAL.used, cbjyqzbm: t.of.cbjyqzbm, cbjyqzId: t.of.id })),
    ...elsewhere.map((t) => ({ ...row(t), regionCode: t.blank.regionCode, status: SERIAL.elsewhere })),
  ])
}

/** Enters a serial that a person typed, of a paper that was made elsewhere: it is nobody else's, and no blank any more. @throws serial-used */
export async function claimSerial(ctx: Ctx, of: Waiting, serial: string): Promise<void> {
  const county = countyOf(of.regionCode)
  const wide = inCounty(ctx, county)
  const known = await scoped(wide, cert_serial)
    .select('cert_serial.id')
    .where('cert_serial.countyCode', '=', county)
    .where('cert_serial.serial', '=', serial)
    .executeTakeFirst()
  if (known || (await borne(wide, county, [serial], of.id)).size) throw certificateProblems.serialUsed({ serial })
  const ranges: Blank[] = await flatRows(scoped(wide, cert_blank), cert_blank)
    .where('cert_blank.countyCode', '=', county)
    .where(sql<boolean>`${serial} like replace(replace("cert_blank".prefix, '_', '\\_'), '%', '\\%') || '%'`)
    .execute()
  const at = ranges.flatMap((b) => {
    const no = numberIn({ prefix: b.prefix!, suffix: b.suffix, digits: b.digits! }, serial)
    return no !== undefined && no >= b.fromNo! && no <= b.toNo! ? [{ blankId: b.id, blankNo: no }] : []
  })[0]
  const row = { regionCode: of.regionCode, serial, status: SERIAL.used, day: ctx.now.slice(0, 10), cbjyqzbm: of.cbjyqzbm, cbjyqzId: of.id }
  await rows.insert(wide, cert_serial, { ...row, ...at })
}
/** The paper of a certificate is spoilt: its serial is never used again. */
export async function spoilSerial(ctx: Ctx, of: Waiting, serial: string, reason: string): Promise<void> {
  const wide = inCounty(ctx, countyOf(of.regionCode))
  const known = await rows.find(wide, cert_serial, { serial }, true)
  const day = ctx.now.slice(0, 10)
  if (known) await rows.change(wide, cert_serial, known, { status: SERIAL.spoilt, reason, day })
  else await rows.insert(wide, cert_serial, { regionCode: of.regionCode, serial, status: SERIAL.spoilt, reason, day, cbjyqzbm: of.cbjyqzbm, cbjyqzId: of.id })
}
/** Whether a certificate ever had a serial. */
export const wasPrinted = async (ctx: Ctx, { id, cbjyqzbm, regionCode }: Waiting): Promise<boolean> =>
  !!(await rows.find(inCounty(ctx, countyOf(regionCode)), cert_serial, { cbjyqzbm, cbjyqzId: id }))

/** Enters a range of blanks, or changes one of which nothing is used yet. Answers the id. */
async function receive(ctx: Ctx, input: SentRow<typeof cert_blank>): Promise<string> {
  const draft = await rows.checkedDraft(ctx, cert_blank, input)
  const { fromNo, toNo, digits, regionCode, receiveDay } = draft
  const county = countyOf(regionCode)
  if (county.length < 6) throw invalidField('regionCode', { zh: '请选择县级或以下的行政区划', en: 'Select a county or a region within one' })
  if (toNo < fromNo) throw invalidField('toNo', { zh: '截止号码不能小于起始号码', en: 'The last number is before the first' })
  if (toNo - fromNo >= MOST_BLANKS)
    throw invalidField('toNo', { zh: `一个号段最多${MOST_BLANKS}个号码`, en: `A range may have at most ${MOST_BLANKS} numbers` })
  if (String(toNo).length > digits) throw invalidField('digits', { zh: '截止号码超出号码位数', en: 'The last number has more digits' })
  if (receiveDay > ctx.now.slice(0, 10)) throw invalidField('receiveDay', { zh: '领入日期不能晚于今天', en: 'The day of receipt cannot be later than today' })
  const before = input.id ? await untouched(ctx, rowIdOf(input)) : undefined
  // who enters blanks of a county waits for others who do
  await nextNumber(ctx, 'cert_blank', county)
  const wide = inCounty(ctx, county)
  const others: Blank[] = await flatRows(scoped(wide, cert_blank), cert_blank)
    .where('cert_blank.countyCode', '=', county)
    .where('cert_blank.prefix', '=', draft.prefix)
    .where('cert_blank.fromNo', '<=', toNo)
    .where('cert_blank.toNo', '>=', fromNo)
    .execute()
  const same = others.find((b) => b.id !== before?.id && (b.suffix ?? '') === (draft.suffix ?? '') && b.digits === digits)
  if (same) throw certificateProblems.overlap(ends(same))
  const values = { ...draft, nextNo: fromNo }
  return before ? rows.update(ctx, cert_blank, before.id, values, input) : rows.insert(ctx, cert_blank, values)
}
/** A range that is held, of which no number is used or spoilt. @throws blanks-in-use */
async function untouched(ctx: Ctx, id: string): Promise<Blank> {
  const row = (await rows.get(ctx, cert_blank, id, true)) as Blank
  const used = await rows.find(inCounty(ctx, countyOf(row.regionCode)), cert_serial, { blankId: id })
  if (used || row.nextNo !== row.fromNo) throw certificateProblems.blanksInUse(ends(row))
  return row
}
async function removeBlanks(ctx: Ctx, list: readonly string[]): Promise<void> {
  for (const id of list) if (isId(id)) await untouched(ctx, id)
  await rows.remove(ctx, cert_blank, list)
}
/** Blanks that are on no certificate are spoilt: each with its reason, none of them ever used. */
async function spoilBlanks(ctx: Ctx, input: SentDraft<typeof SPOIL_BLANKS>): Promise<void> {
  const { fromNo, toNo, reason } = rows.readFields({ ...cert_blank, fields: SPOIL_BLANKS }, { ...input, id: undefined })
  const row = (await rows.get(ctx, cert_blank, rowIdOf(input), true)) as Blank
  if (toNo < fromNo) throw invalidField('toNo', { zh: '截止号码不能小于起始号码', en: 'The last number is before the first' })
  if (toNo - fromNo >= MOST_SPOILT) throw invalidField('toNo', { zh: `一次最多作废${MOST_SPOILT}个号码`, en: `At most ${MOST_SPOILT} numbers at once` })
  const numbers = Array.from({ length: toNo - fromNo + 1 }, (_, i) => fromNo + i)
  const outside = numbers.find((no) => no < row.fromNo! || no > row.toNo!)
  if (outside !== undefined) throw certificateProblems.notBlank({ serial: blankSerial(row, outside) })
  const county = countyOf(row.regionCode)
  const [spent] = await flatRows(scoped(inCounty(ctx, county), cert_serial), cert_serial)
    .where('cert_serial.countyCode', '=', county)
    .where('cert_serial.serial', '=', sql<string>`any(${numbers.map((no) => blankSerial(row, no))}::text[])`)
    .orderBy('cert_serial.serial')
    .limit(1)
    .execute()
  if (spent) throw certificateProblems.serialUsed({ serial: spent.serial! })
  const day = ctx.now.slice(0, 10)
  const gone = numbers.map((no) => ({
    regionCode: row.regionCode,
    serial: blankSerial(row, no),
    status: SERIAL.spoilt,
    reason,
    day,
    blankId: row.id,
    blankNo: no,
  }))
  await rows.insertMany(ctx, cert_serial, gone)
}

/** Numbers of these ranges that are no blanks though they were not reached yet, ascending, by range. */
async function spentAhead(ctx: Ctx, blanks: readonly Blank[]): Promise<Map<string, number[]>> {
  if (blanks.length === 0) return new Map()
  const found = await joinable(ctx, cert_serial)
    .innerJoin('cert_blank', (on) => on.onRef('cert_blank.countyCode', '=', 'cert_serial.countyCode').onRef('cert_blank.id', '=', 'cert_serial.blankId'))
    .select(['cert_serial.blankId', 'cert_serial.blankNo'])
    .where('cert_serial.blankId', '=', among(blanks.map((b) => b.id)))
    .where('cert_serial.countyCode', '=', sql`any(${[...new Set(blanks.map((b) => countyOf(b.regionCode)))]}::text[])`)
    .whereRef('cert_serial.blankNo', '>=', 'cert_blank.nextNo')
    .orderBy('cert_serial.blankNo')
    .execute()
  const out = new Map<string, number[]>()
  for (const r of found) out.set(String(r.blankId), [...(out.get(String(r.blankId)) ?? []), Number(r.blankNo)])
  return out
}
const count = (ranges: readonly { fromNo: number; toNo: number }[]) => ranges.reduce((n, r) => n + r.toNo - r.fromNo + 1, 0)
/** Ranges with how many of their blanks are spoilt and left, and which is the next. */
async function listed(ctx: Ctx, q: TextInput) {
  const found = await page(ctx, cert_blank, q)
  const blanks = found.records as Blank[]
  const ahead = await spentAhead(ctx, blanks)
  const spoilt = new Map(
    (blanks.length
      ? await joinable(ctx, cert_serial)
          .select(['cert_serial.blankId', sql<string>`count(*)`.as('n')])
          .where('cert_serial.blankId', '=', among(blanks.map((b) => b.id)))
          .where('cert_serial.countyCode', '=', sql`any(${[...new Set(blanks.map((b) => countyOf(b.regionCode)))]}::text[])`)
          .where('cert_serial.status', '=', SERIAL.spoilt)
          .groupBy('cert_serial.blankId')
          .execute()
      : []
    ).map((r) => [String(r.blankId), Number(r.n)]),
  )
  const records = blanks.map((b) => {
    const left = rangesLeft(b.nextNo!, b.toNo!, ahead.get(b.id) ?? [])
    return { ...b, ...ends(b), next: left[0] ? blankSerial(b, left[0].fromNo) : null, spoilt: spoilt.get(b.id) ?? 0, left: count(left) }
  })
  return { ...found, records }
}
/** Serial numbers that nobody has used, as ranges: of a region and the regions in it. */
async function unused(ctx: Ctx, { regionCode: region }: TextInput<'regionCode'>) {
  const q = flatRows(scoped(ctx, cert_blank), cert_blank).where(sql<boolean>`"cert_blank"."nextNo" <= "cert_blank"."toNo"`)
  const under = region ? q.where('cert_blank.regionCode', '>=', region).where('cert_blank.regionCode', '<', `${region}~`) : q
  const blanks: Blank[] = await under.orderBy('cert_blank.regionCode').orderBy('cert_blank.receiveDay').orderBy('cert_blank.id').limit(MOST_RANGES).execute()
  const ahead = await spentAhead(ctx, blanks)
  return blanks.flatMap((b) =>
    rangesLeft(b.nextNo!, b.toNo!, ahead.get(b.id) ?? []).map(({ fromNo, toNo }) => ({
      blankId: b.id,
      regionCode: b.regionCode,
      fromNo,
      toNo,
      first: blankSerial(b, fromNo),
      last: blankSerial(b, toNo),
      n: toNo - fromNo + 1,
    })),
  )
}

const blanks = crud(cert_blank)
export const blankRoutes: readonly Route[] = [
  answering(listing(blanks.page, listed), { as: 'page', of: cert_blank, also: cert_blank.derived! }),
  blanks.detail,
  { ...blanks.submit, run: receive },
  { ...blanks.remove, run: (ctx, q) => removeBlanks(ctx, ids(q)) },
  reading('land', 'cert_blank_view')(`${cert_blank.path}/unused`, '未使用流水号', ['regionCode'], unused),
  {
    method: 'POST',
    path: `${cert_blank.path}/spoil`,
    perm: 'cert_blank_edit',
    scope: 'land',
    audit: 'cert_blank.spoil',
    summary: '作废空白证',
    body: { id: ref('空白权证', 'cert_blank', { en: 'Blank certificates', required: true }), ...SPOIL_BLANKS },
    answer: 'nothing',
    run: spoilBlanks,
  },
  crud(cert_serial).page,
]
