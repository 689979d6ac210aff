// What a posted list says of each parcel and household that changes: where land comes from and where it goes. Pure. Source: documents.md 5.1, 5.2 (备注).
import { both, type Text } from '../../kit/model/lang.ts'
import type { TypeCode } from '../../services/process/engine/definitions.ts'
import { compare, mu } from '../../land/definitions/area.ts'
import { dayText } from '../../land/paper/rows.ts'
import type { PostedTerm } from '../cases/definitions/business.ts'
import type { PostedHousehold, PostedParcel } from './posted.ts'

/** A current line of the register: what a household has before the case; area in mu. */
export interface LineBefore {
  dkbm: string
  dkmc: string
  cbfbm: string
  htmjm: string
}
/** What is known of the case and of the register as it stands before it. */
export interface EarlierRemarks {
  typeCode: string | null
  lines: readonly LineBefore[]
  /** names of contractors by code, as they are registered */
  names: ReadonlyMap<string, string>
  /** parcels of the register; what is not among them is a piece of one that is cut, or drawn anew */
  known: ReadonlySet<string>
  /** parcels that the case cuts */
  cut: ReadonlySet<string>
  /** what becomes of a parcel whose contract ends (reserve, lost, state, left) */
  fates: ReadonlyMap<string, string>
}

interface Verb {
  came(from: string): Text
  went(to: string): Text
}
const MOVED: Verb = { came: (n) => both(`由${n}转入`, `from ${n}`), went: (n) => both(`转给${n}`, `goes to ${n}`) }
const VERBS: Partial<Record<TypeCode, Verb>> = {
  change_split: { came: (n) => both(`由${n}户分得`, `from the household of ${n}`), went: (n) => both(`分给${n}`, `goes to ${n}`) },
  change_merge: { came: (n) => both(`由${n}户并入`, `from the household of ${n}`), went: MOVED.went },
  change_transfer: { came: (n) => both(`由${n}转让`, `transferred by ${n}`), went: (n) => both(`转让给${n}`, `transferred to ${n}`) },
  change_exchange: { came: (n) => both(`由${n}换入`, `exchanged from ${n}`), went: (n) => both(`换给${n}`, `exchanged to ${n}`) },
}
const FATES: Readonly<Record<string, Text>> = {
  reserve: both('终止承包，交还发包方', 'contract ends, given back to the issuer'),
  lost: both('终止承包，地块灭失', 'contract ends, parcel lost'),
  state: both('终止承包，土地征收', 'contract ends, expropriated'),
  left: both('终止承包，由其他共有人继续承包', 'contract ends, the other holders remain'),
}
const NEW_LINE = both('新增承包', 'newly contracted')
const PIECE = both('分割所得', 'piece of a divided parcel')
const CUT = both('已分割', 'is cut')
const LEFT = both('不再承包', 'no longer contracted')
/** The term of a household: from when to when, and until when the one before runs. Days in Chinese as the list is printed. */
function ofTerm({ cbqxq, cbqxz, before, roundNo }: PostedTerm): Text {
  const [from, to] = [dayText(cbqxq), dayText(cbqxz)]
  const round = roundNo ? both(`第${roundNo}轮承包期`, `round ${roundNo}`) : undefined
  if (!before) return both(`承包期限自${from}至${to}${round ? `（${round.zh}）` : ''}`, `contract term ${cbqxq} to ${cbqxz}${round ? ` (${round.en})` : ''}`)
  return both(
    `承包期限由${dayText(before)}延长至${to}（自${from}起${round ? `，${round.zh}` : ''}）`,
    `contract term ${cbqxq} to ${cbqxz} (the one before ends on ${before}${round ? `, ${round.en}` : ''})`,
  )
}
const joined = (all: readonly Text[]): Text | undefined =>
  all.length ? { zh: all.map((t) => t.zh).join('；'), en: all.map((t) => t.en).join('; ') } : undefined

/** The list with a remark at each parcel and household that the case changes; without one where nothing does. */
export function remarked(households: readonly PostedHousehold[], before: EarlierRemarks): PostedHousehold[] {
  const verb = VERBS[before.typeCode as TypeCode] ?? MOVED
  const had = (cbfbm: string, dkbm: string) => before.lines.find((l) => l.dkbm === dkbm && l.cbfbm === cbfbm)
  const has = (cbfbm: string, dkbm: string) => households.find((h) => h.cbfbm === cbfbm)?.parcels.find((p) => p.dkbm === dkbm)
  const nameOf = (code: string) => before.names.get(code) ?? households.find((h) => h.cbfbm === code)?.cbfmc ?? code
  const isLess = (l: LineBefore) => compare(mu(has(l.cbfbm, l.dkbm)?.htmjm || '0'), mu(l.htmjm)) < 0
  const ofParcel = (h: PostedHousehold, p: PostedParcel): Text | undefined => {
    const fate = FATES[before.fates.get(p.dkbm) ?? '']
    if (fate) return fate
    const own = had(h.cbfbm, p.dkbm)
    const from = before.lines.filter((l) => l.dkbm === p.dkbm && l.cbfbm !== h.cbfbm && isLess(l)).map((l) => nameOf(l.cbfbm))
    if (own) {
      if (!p.htmjm || compare(mu(own.htmjm), mu(p.htmjm)) === 0) return undefined
      const area = both(`合同面积由${own.htmjm}亩变为${p.htmjm}亩`, `contract area ${own.htmjm} → ${p.htmjm} mu`)
      return joined([area, ...(from.length && !isLess(own) ? [verb.came(from.join('、'))] : [])])
    }
    if (from.length) return verb.came(from.join('、'))
    return before.cut.size && !before.known.has(p.dkbm) ? PIECE : NEW_LINE
  }
  const gone = (l: LineBefore): Text => {
    const to = households.filter((h) => has(h.cbfbm, l.dkbm) && !had(h.cbfbm, l.dkbm)).map((h) => h.cbfmc)
    const fate = to.length ? verb.went(to.join('、')) : before.cut.has(l.dkbm) ? CUT : LEFT
    return both(`${l.dkmc}（${l.dkbm.slice(-5)}）${l.htmjm}亩${fate.zh}`, `${l.dkmc} (${l.dkbm.slice(-5)}), ${l.htmjm} mu, ${fate.en}`)
  }
  return households.map((h) => {
    const was = before.names.get(h.cbfbm)
    const renamed = was && was !== h.cbfmc ? [both(`承包方代表由${was}变更为${h.cbfmc}`, `representative ${was} → ${h.cbfmc}`)] : []
    const term = h.term ? [ofTerm(h.term)] : []
    const remark = joined([...renamed, ...term, ...before.lines.filter((l) => l.cbfbm === h.cbfbm && !has(h.cbfbm, l.dkbm)).map(gone)])
    const parcels = h.parcels.map((p) => {
      const said = ofParcel(h, p)
      return said ? { ...p, remark: said } : p
    })
    return { ...h, parcels, ...(remark ? { remark } : {}) }
  })
}
