import { both, type Text } from '../../kit/model/lang.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { dk } from '../../land/definitions/dk.ts'
import { cbjyqz } from '../../land/definitions/cbjyqz.ts'
import { djb } from '../../land/definitions/cbht.ts'
import { QSZT, ZT } from '../../land/definitions/statuses.ts'
import type { Act } from '../../land/register/acts/acts.ts'
import { registryNumbersWrong, type RegistryNumbers } from '../../land/register/registry-numbers.server.ts'
import { write } from '../../land/register/write.server.ts'
import { restrictionProblems } from '../../land/restriction/problems.ts'
import type { RegistryMessage } from './message.ts'
import { noticeProblems } from './problems.ts'
import type { RegistryAnswer } from './send.server.ts'

/** Numbers that the registry gave: of parcels by their codes, of certificates by the codes of their books. */
type Given = Required<RegistryNumbers>
/** What cannot be written of what was given: the code, its number, and why. */
export interface NotGiven {
  code: string
  part: 'bdcdyh' | 'bdcqzh'
  number: string
  why: Text
}
const isObject = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null && !Array.isArray(v)
/** Reads pairs of a code and a number: objects that name both, or bare numbers in the order of the codes; none where it is neither. */
function pairs(v: unknown, name: string, code: string, codes: readonly string[]): [string, string][] | undefined {
  const list = Array.isArray(v) ? v : v === undefined || v === null ? [] : [v]
  if (list.every(isObject)) return list.map((x) => [String(x[code] ?? ''), String(x[name] ?? '')])
  return list.length === codes.length && !list.some(isObject) ? list.map((x, i) => [codes[i]!, String(x ?? '')]) : undefined
}
/** What the answer gives to what the message named, whatever it is worth. `strays`: whether it has numbers of which nobody knows whose they are. */
export function numbersIn(a: RegistryAnswer, m: Pick<RegistryMessage, 'parcels' | 'after'>): Given & { strays: boolean } {
  const parcels = m.parcels.filter((p) => p.op !== '04').map((p) => String(p.dkbm))
  const books = m.after.map((b) => String(b.cbjyqzbm))
  let strays = false
  const named = (list: [string, string][] | undefined, codes: readonly string[]) => {
    const given = (list ?? []).filter(([, v]) => v !== '')
    strays ||= !list || given.some(([code]) => !codes.includes(code))
    return new Map(given.filter(([code]) => codes.includes(code)))
  }
  const given = {
    parcels: named(pairs(a.bdcdyh, 'bdcdyh', 'dkbm', parcels), parcels),
    certificates: named(pairs(a.bdcqzh, 'bdcqzh', 'cbjyqzbm', books), books),
  }
  return { ...given, strays }
}

/** What still stands of what was given, with the number that it has now; `neverMade`: books in force of which no certificate was ever made. */
async function standing(ctx: Ctx, county: string, g: Given) {
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
  const byBook = new Map(certificates.map((c) => [String(c.cbjyqzbm), c]))
  const without = [...g.certificates.keys()].filter((code) => !byBook.has(code))
  const books = without.length
    ? await joinable(ctx, djb)
        .select('djb.cbjyqzbm')
        .where('djb.countyCode', '=', county)
        .where('djb.cbjyqzbm', 'in', without)
        .where('djb.qszt', '=', QSZT.current)
        .execute()
    : []
  return { parcels: new Map(parcels.map((p) => [String(p.dkbm), p])), certificates: byBook, neverMade: new Set(books.map((b) => String(b.cbjyqzbm))) }
}
/**
 * Writes what the registry gave (numbers of units and certificates) by an entry of the register with the cause `notice`: each number that its object may have. The same
 * unit a second time changes nothing. Answers what was not written, and why. Source: rulings.md 45.
 */
export async function writeGiven(ctx: Ctx, o: { causeId: string; unit: string; regionCode: string }, given: Given): Promise<NotGiven[]> {
  const county = countyOf(o.regionCode)
  const wrong = await registryNumbersWrong(ctx, county, given)
  const found = await standing(ctx, county, given)
  const acts: Act[] = []
  const left: NotGiven[] = []
  for (const [dkbm, bdcdyh] of given.parcels) {
    const p = found.parcels.get(dkbm)
    const why = p ? wrong.get(dkbm) : restrictionProblems.noObject({ code: dkbm }).words
    if (why) left.push({ code: dkbm, part: 'bdcdyh', number: bdcdyh, why })
    else if (p!.bdcdyh !== bdcdyh) acts.push({ act: 'setParcel', dkbm, bgfs: '10', fields: { bdcdyh } })
  }
  for (const [code, bdcqzh] of given.certificates) {
    const c = found.certificates.get(code)
    const why = c || found.neverMade.has(code) ? wrong.get(code) : noticeProblems.noPaper({ code }).words
    if (why) left.push({ code, part: 'bdcqzh', number: bdcqzh, why })
    // the registry's is its first certificate: no paper of ours need be printed for it. Source: business-flows.md 8
    else if (!c) acts.push({ act: 'certificate', code, event: 'new' }, { act: 'certificate', code, event: 'bdc', sfbdcfz: '1', bdcqzh })
    else if (c.bdcqzh !== bdcqzh || c.sfbdcfz !== '1') acts.push({ act: 'certificate', code, event: 'bdc', sfbdcfz: '1', bdcqzh })
  }
  if (acts.length) await write(ctx, { cause: { kind: 'notice', id: o.causeId }, unit: o.unit, regionCode: o.regionCode, day: ctx.now.slice(0, 10), acts })
  return left
}
/** Why something of an answer is not in the register; none where all is. */
export function leftOut(n: number, strays: boolean): Text | undefined {
  const why = [
    ...(n ? [both(`${n}项编号待人工处理，见登记机构通知`, `${n} numbers wait among the notices of the registry`)] : []),
    ...(strays ? [both('有编号与报文中的地块、登记簿对不上', 'it has numbers of parcels or books that the message does not name')] : []),
  ]
  return why.length ? both(why.map((w) => w.zh).join('；'), why.map((w) => w.en).join('; ')) : undefined
}
/** Said where the register does not take what the registry gave. */
export const notWritten = (why: Text) => both(`已推送；登记结果未写入：${why.zh}`, `Arrived; its answer is not written: ${why.en}`)
