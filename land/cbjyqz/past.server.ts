// What happened to certificates, and how many rights the real-estate registry has. Reads only.
import { typedRows } from '../../kit/server/any-query.server.ts'
import { sql } from 'kysely'
import { regionRange, REGION_LENGTHS } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { shown } from '../../kit/server/narrow.server.ts'
import { flatRows, joinable, regionAsked, scoped } from '../../kit/server/query.server.ts'
import { reading, type Route, type TextInput } from '../../kit/server/route.server.ts'
import { cbjyqz, cbjyqz_event } from '../definitions/cbjyqz.ts'
import { mu, sum, type Mu } from '../definitions/area.ts'
import { tallied } from '../parts/tallies.server.ts'
import { cert_serial } from './blank.ts'
import { certificateDeedOf, type CertificateVersion } from './desk.ts'
import { regionNames } from '../../platform/regions/lookup.server.ts'

/** Every certificate that a code has had, what happened to each step by step, and the events that the standard knows. */
async function history(ctx: Ctx, q: TextInput<'cbjyqzbm'>) {
  const code = q.cbjyqzbm ?? ''
  const versions = await flatRows(scoped(ctx, cbjyqz), cbjyqz).where('cbjyqz.cbjyqzbm', '=', code).orderBy('cbjyqz.id').execute()
  const events = await flatRows(scoped(ctx, cbjyqz_event), cbjyqz_event).where('cbjyqz_event.cbjyqzbm', '=', code).orderBy('cbjyqz_event.sjrq').execute()
  return { versions: versions.map((v) => shown(ctx, cbjyqz, v)), events: events.map((e) => shown(ctx, cbjyqz_event, e, cbjyqz)), deeds: await deeds(ctx, code) }
}
/** The steps of all certificates of a code in the order in which they were recorded; who did it, and why where a paper was spoilt or a certificate ended. */
async function deeds(ctx: Ctx, code: string) {
  const found = await typedRows<CertificateVersion & { rev: number; causeId: string | null; realName: string | null; qzlqrxm: string | null }>(
    joinable(ctx, cbjyqz, 'versions')
      .leftJoin('sys_user', (on) => on.onRef('sys_user.id', '=', 'cbjyqz.updateUser'))
      .select(['id', 'causeKind', 'cbjyqzlsh', 'fzrq', 'qzsflq', 'sfzx', 'sfbdcfz', 'bdcqzh', 'djbId', 'rev', 'qzlqrxm'].map((n) => `cbjyqz.${n}`))
      .select(['cbjyqz.causeId', 'cbjyqz.validFrom', 'sys_user.realName'])
      .select(sql<string>`to_char("cbjyqz"."validFrom" at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`.as('recordedAt'))
      .where('cbjyqz.cbjyqzbm', '=', code)
      .orderBy('cbjyqz.id')
      .orderBy('cbjyqz.rev')
      .orderBy('cbjyqz.validFrom'),
  )
  // what is left of a version that was cut is no step
  const steps = [...Map.groupBy(found, (v) => `${v.id} ${v.rev}`).values()].map(([first]) => first!)
  const spoilt = await flatRows(joinable(ctx, cert_serial), cert_serial).where('cert_serial.cbjyqzbm', '=', code).execute()
  const events = await flatRows(joinable(ctx, cbjyqz_event), cbjyqz_event).where('cbjyqz_event.cbjyqzbm', '=', code).execute()
  return steps
    .map((v, i) => {
      const before = steps[i - 1]?.id === v.id ? steps[i - 1] : undefined
      const deed = certificateDeedOf(before, v)
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

interface Registered {
  regionCode: string
  books: number
  yes: number
  no: number
  yesArea: Mu
  noArea: Mu
}
/** Books of each child region by whether the real-estate registry has the right (1 yes, 2 no), from what is kept of each village. */
async function childrenOf(ctx: Ctx, regionCode: string, length: number): Promise<Registered[]> {
  const all = await tallied(ctx, ['registry'], regionRange(regionCode), length)
  return [...Map.groupBy(all, (t) => t.code)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, of]) => {
      const n = (key?: string) => of.reduce((s, t) => s + (key === undefined || t.key === key ? t.n : 0), 0)
      const area = (key: string) => sum(of.filter((t) => t.key === key).map((t) => mu(t.area)))
      return { regionCode: code, books: n(), yes: n('1'), no: n('2'), yesArea: area('1'), noArea: area('2') }
    })
}
/** Current books by child region, and whose right the real-estate registry has. Areas in mu. Source: statistics.md 11. */
async function statistics(ctx: Ctx, q: TextInput<'regionCode'>) {
  const regionCode = regionAsked(ctx, q.regionCode)
  const length = REGION_LENGTHS.find((n) => n > regionCode.length) ?? regionCode.length
  const found = await childrenOf(ctx, regionCode, length)
  const names = await regionNames(
    ctx,
    found.map((r) => r.regionCode),
  )
  const children = found.map((r) => {
    const { regionCode: code, books, yes: registered, no: unregistered } = r
    return {
      regionCode: code,
      regionName: names.get(code) ?? null,
      books,
      registered,
      unregistered,
      without: books - registered - unregistered,
      rate: rateOf(registered, books),
      registeredArea: r.yesArea,
      unregisteredArea: r.noArea,
    }
  })
  const count = (n: 'books' | 'registered' | 'unregistered' | 'without') => children.reduce((s, c) => s + c[n], 0)
  const areas = (n: 'registeredArea' | 'unregisteredArea') => sum(children.map((c) => c[n]))
  return {
    regionCode,
    total: {
      books: count('books'),
      registered: count('registered'),
      unregistered: count('unregistered'),
      without: count('without'),
      rate: rateOf(count('registered'), count('books')),
      registeredArea: areas('registeredArea'),
      unregisteredArea: areas('unregisteredArea'),
    },
    children,
  }
}
/** Percent with one decimal; none without books. */
const rateOf = (n: number, of: number): number | null => (of ? Math.round((n * 1000) / of) / 10 : null)

const read = reading('land', 'cbjyqz_view')
export const pastRoutes: readonly Route[] = [
  read(`${cbjyqz.path}/history`, '权证历史', ['cbjyqzbm'], history),
  read(`${cbjyqz.path}/statisticsBdcfz`, '不动产发证统计', ['regionCode'], statistics),
]
