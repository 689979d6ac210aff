// What happened to certificates, and how many rights the real-estate registry has. Reads only.
import { sql } from 'kysely'
import { problems } from '../../kit/model/problem.ts'
import { isRegionCode, REGION_LENGTHS } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { shown } from '../../kit/server/narrow.server.ts'
import { flatRows, joinable, scoped } from '../../kit/server/query.server.ts'
import { reading, type Input, type Route } from '../../kit/server/route.server.ts'
import { cbjyqz, cbjyqz_event } from '../definitions/cbjyqz.ts'
import { djb } from '../definitions/cbht.ts'
import { QSZT } from '../definitions/statuses.ts'
import { cert_serial } from './blank.ts'
import { toldOf, type Version } from './desk.ts'

/** Every certificate that a code has had, what happened to each step by step, and the events that the standard knows. */
async function history(ctx: Ctx, q: Input) {
  const code = String(q.cbjyqzbm ?? '')
  const versions = await flatRows(scoped(ctx, cbjyqz), cbjyqz).where('cbjyqz.cbjyqzbm', '=', code).orderBy('cbjyqz.id').execute()
  const events = await flatRows(scoped(ctx, cbjyqz_event), cbjyqz_event).where('cbjyqz_event.cbjyqzbm', '=', code).orderBy('cbjyqz_event.sjrq').execute()
  return { versions: versions.map((v) => shown(ctx, cbjyqz, v)), events: events.map((e) => shown(ctx, cbjyqz_event, e, cbjyqz)), deeds: await deeds(ctx, code) }
}
/** The steps of all certificates of a code in the order in which they were recorded; who did it, and why where a paper was spoilt or a certificate ended. */
async function deeds(ctx: Ctx, code: string) {
  const found = (await joinable(ctx, cbjyqz, 'versions')
    .leftJoin('sys_user', (on) => on.onRef('sys_user.id', '=', 'cbjyqz.updateUser'))
    .select(['id', 'causeKind', 'cbjyqzlsh', 'fzrq', 'qzsflq', 'sfzx', 'sfbdcfz', 'bdcqzh', 'djbId', 'rev', 'qzlqrxm'].map((n) => `cbjyqz.${n}`))
    .select(['cbjyqz.causeId', 'cbjyqz.validFrom', 'sys_user.realName'])
    .select(sql<string>`to_char("cbjyqz"."validFrom" at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`.as('recordedAt'))
    .where('cbjyqz.cbjyqzbm', '=', code)
    .orderBy('cbjyqz.id')
    .orderBy('cbjyqz.rev')
    .orderBy('cbjyqz.validFrom')
    .execute()) as (Version & { rev: number; causeId: string | null; realName: string | null; qzlqrxm: string | null })[]
  // what is left of a version that was cut is no step
  const steps = [...Map.groupBy(found, (v) => `${v.id} ${v.rev}`).values()].map(([first]) => first!)
  const spoilt = await flatRows(joinable(ctx, cert_serial), cert_serial).where('cert_serial.cbjyqzbm', '=', code).execute()
  const events = await flatRows(joinable(ctx, cbjyqz_event), cbjyqz_event).where('cbjyqz_event.cbjyqzbm', '=', code).execute()
  return steps
    .map((v, i) => {
      const before = steps[i - 1]?.id === v.id ? steps[i - 1] : undefined
      const deed = toldOf(before, v)
      const event = deed === 'void' ? events.find((e) => e.causeId === v.causeId) : undefined
      const serial = deed === 'spoil' ? before?.cbjyqzlsh : deed === 'print' ? v.cbjyqzlsh : null
      const reason = deed === 'spoil' ? spoilt.find((s) => s.serial === serial)?.reason : event?.reason
      const { id, rev, recordedAt, causeKind } = v
      return {
        id: `${id}-${rev}`,
        cbjyqzId: id,
        recordedAt,
        causeKind,
        deed,
        kind: event?.kind ?? null,
        serial: serial ?? null,
        reason: reason ?? null,
        by: v.realName,
      }
    })
    .toSorted((a, b) => (a.recordedAt < b.recordedAt ? -1 : a.recordedAt > b.recordedAt ? 1 : 0))
}

/** Current books by child region, and whose right the real-estate registry has. Areas in mu. Source: statistics.md 11. One statement over the books of a region. */
async function statistics(ctx: Ctx, q: Input) {
  const regionCode = String(q.regionCode || ctx.who.regionCode)
  if (regionCode && !isRegionCode(regionCode)) throw problems.badRequest({ zh: '行政区划格式不正确', en: 'The region is malformed' })
  const length = REGION_LENGTHS.find((n) => n > regionCode.length) ?? regionCode.length
  const child = sql<string>`left("djb"."regionCode", ${sql.lit(length)})`
  const area = (is: string) => sql<string>`coalesce(sum("djb".htzmjm) filter (where "cbjyqz".sfbdcfz = ${is}), 0)::text`
  const count = (is: string) => sql<string>`count(*) filter (where "cbjyqz".sfbdcfz = ${is})`
  const found = await joinable(ctx, djb)
    .leftJoin('cbjyqz', (on) => on.onRef('cbjyqz.countyCode', '=', 'djb.countyCode').onRef('cbjyqz.djbId', '=', 'djb.id').on('cbjyqz.sfzx', '=', 0))
    .select([
      child.as('regionCode'),
      sql<string>`count(*)`.as('books'),
      count('1').as('yes'),
      count('2').as('no'),
      area('1').as('yesArea'),
      area('2').as('noArea'),
    ])
    .where('djb.qszt', '=', QSZT.current)
    .where('djb.regionCode', '>=', regionCode)
    .where('djb.regionCode', '<', `${regionCode}~`)
    .groupBy(child)
    .orderBy(child)
    .execute()
  const names = new Map(
    (found.length
      ? await ctx.db
          .selectFrom('region')
          .select(['code', 'name'])
          .where(
            'code',
            'in',
            found.map((r) => String(r.regionCode)),
          )
          .execute()
      : []
    ).map((r) => [String(r.code), String(r.name)]),
  )
  const children = found.map((r) => {
    const [books, registered, unregistered] = [r.books, r.yes, r.no].map(Number) as [number, number, number]
    const code = String(r.regionCode)
    return {
      ...{ regionCode: code, regionName: names.get(code) ?? null, books, registered, unregistered, without: books - registered - unregistered },
      ...{ rate: rateOf(registered, books), registeredArea: cents(r.yesArea), unregisteredArea: cents(r.noArea) },
    }
  })
  const sum = (n: 'books' | 'registered' | 'unregistered' | 'without') => children.reduce((s, c) => s + c[n], 0)
  const areas = (n: 'registeredArea' | 'unregisteredArea') => cents(children.reduce((s, c) => s + Math.round(Number(c[n]) * 100), 0) / 100)
  return {
    regionCode,
    total: {
      ...{ books: sum('books'), registered: sum('registered'), unregistered: sum('unregistered'), without: sum('without') },
      ...{ rate: rateOf(sum('registered'), sum('books')), registeredArea: areas('registeredArea'), unregisteredArea: areas('unregisteredArea') },
    },
    children,
  }
}
const cents = (v: unknown): string => Number(v).toFixed(2)
/** Percent with one decimal; none without books. */
const rateOf = (n: number, of: number): number | null => (of ? Math.round((n * 1000) / of) / 10 : null)

const read = reading('land', 'cbjyqz_view')
export const pastRoutes: readonly Route[] = [
  read(`${cbjyqz.path}/history`, '权证历史', ['cbjyqzbm'], history),
  read(`${cbjyqz.path}/statisticsBdcfz`, '不动产发证统计', ['regionCode'], statistics),
]
