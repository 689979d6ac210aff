import { both } from '../../kit/model/lang.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { bdcdyhWrong, dk } from '../../land/definitions/dk.ts'
import { cbjyqz } from '../../land/definitions/cbjyqz.ts'
import { ZT } from '../../land/definitions/statuses.ts'
import type { Act } from '../../land/register/acts/acts.ts'
import { write } from '../../land/register/write.server.ts'
import type { RegistryMessage } from './message.ts'
import type { RegistryAnswer } from './send.server.ts'

/** Numbers that the registry gave: of parcels by their codes, of certificates by the codes of their books. */
interface Given {
  parcels: ReadonlyMap<string, string>
  certificates: ReadonlyMap<string, string>
}
const LONGEST = 100
const isObject = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null && !Array.isArray(v)
/** Reads pairs of a code and a number: objects that name both, or bare numbers in the order of the codes. */
function pairs(v: unknown, name: string, code: string, codes: readonly string[]): [string, string][] {
  const list = Array.isArray(v) ? v : v === undefined || v === null ? [] : [v]
  if (list.every(isObject)) return list.map((x) => [String(x[code] ?? ''), String(x[name] ?? '')])
  return list.length === codes.length ? list.map((x, i) => [codes[i]!, String(x)]) : []
}
/** What the answer gives to what the message named: anything else is left out. */
export function numbersIn(a: RegistryAnswer, m: Pick<RegistryMessage, 'parcels' | 'after'>): Given {
  const parcels = m.parcels.filter((p) => p.op !== '04').map((p) => String(p.dkbm))
  const books = m.after.map((b) => String(b.cbjyqzbm))
  const good = (list: [string, string][], codes: readonly string[], ok: (v: string) => boolean) =>
    new Map(list.filter(([code, v]) => codes.includes(code) && v !== '' && ok(v)))
  return {
    parcels: good(pairs(a.bdcdyh, 'bdcdyh', 'dkbm', parcels), parcels, (v) => !bdcdyhWrong(v)),
    certificates: good(pairs(a.bdcqzh, 'bdcqzh', 'cbjyqzbm', books), books, (v) => v.length <= LONGEST),
  }
}

/** The acts that write what was given, of what still stands and says something else. */
async function actsFor(ctx: Ctx, county: string, g: Given): Promise<Act[]> {
  const parcels = g.parcels.size
    ? await joinable(ctx, dk)
        .select(['dk.dkbm', 'dk.bdcdyh'])
        .where('dk.countyCode', '=', county)
        .where('dk.dkbm', 'in', [...g.parcels.keys()])
        .where('dk.zt', '=', ZT.valid)
        .execute()
    : []
  const certificates = g.certificates.size
    ? await joinable(ctx, cbjyqz)
        .select(['cbjyqz.cbjyqzbm', 'cbjyqz.bdcqzh', 'cbjyqz.sfbdcfz'])
        .where('cbjyqz.countyCode', '=', county)
        .where('cbjyqz.cbjyqzbm', 'in', [...g.certificates.keys()])
        .where('cbjyqz.sfzx', '=', 0)
        .execute()
    : []
  return [
    ...parcels.flatMap((p): Act[] => {
      const bdcdyh = g.parcels.get(String(p.dkbm))!
      return p.bdcdyh === bdcdyh ? [] : [{ act: 'setParcel', dkbm: String(p.dkbm), bgfs: '10', fields: { bdcdyh } }]
    }),
    ...certificates.flatMap((c): Act[] => {
      const bdcqzh = g.certificates.get(String(c.cbjyqzbm))!
      return c.bdcqzh === bdcqzh && c.sfbdcfz === '1' ? [] : [{ act: 'certificate', code: String(c.cbjyqzbm), event: 'bdc', sfbdcfz: '1', bdcqzh }]
    }),
  ]
}
/**
 * Writes what the registry answered (numbers of units and certificates) by an entry of the register with the cause `notice`. The same unit a second time changes
 * nothing. Source: rulings.md 45.
 */
export async function writeGiven(ctx: Ctx, o: { causeId: string; unit: string; regionCode: string }, given: Given): Promise<void> {
  const acts = await actsFor(ctx, countyOf(o.regionCode), given)
  if (acts.length === 0) return
  const day = ctx.now.slice(0, 10)
  await write(ctx, { cause: { kind: 'notice', id: o.causeId }, unit: o.unit, regionCode: o.regionCode, day, acts })
}
/** Said where the register does not take what the registry gave. */
export const notWritten = (why: string) => both(`已推送；登记结果未写入：${why}`, `Arrived; its answer is not written: ${why}`)
