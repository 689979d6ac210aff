// What a publicity posts of a case: households with their members and parcels, as they stood when it began; what lacks of it, and what is no longer so. Pure.
import { both, type Text } from '../../kit/model/lang.ts'
import { isSome } from '../../land/definitions/area.ts'
import type { PostedTerm } from '../cases/definitions/business.ts'

/** A member as it is posted: number masked, relation as key of dictionary yhzgx. */
export interface PostedMember {
  cyxm: string
  cyzjhm: string
  yhzgx: string
}
/** A parcel as it is posted: its sides, areas in mu, outline as WKT in degrees. */
export interface PostedParcel {
  dkbm: string
  dkmc: string
  dkdz: string
  dknz: string
  dkxz: string
  dkbz: string
  scmjm: string
  htmjm: string
  geom: string | null
  /** what changes of it, where something does */
  remark?: Text
}
export interface PostedHousehold {
  cbfbm: string
  cbfmc: string
  members: readonly PostedMember[]
  parcels: readonly PostedParcel[]
  /** the term that a renewal gives it */
  term?: PostedTerm
  /** what leaves it, who represents it now, and its term, where that changes */
  remark?: Text
}

/** What is looked at of a posting. */
interface Posting {
  households?: readonly PostedHousehold[]
  targets?: readonly string[]
}
/** What lacks as one sentence. */
export const together = (all: readonly Text[]): Text => ({ zh: all.map((t) => t.zh).join('；'), en: all.map((t) => t.en).join('; ') })
/** What keeps a case from being posted: nothing to post, a household without name, a parcel without name or area. */
export function postingLacks({ households = [], targets = [] }: Posting): Text[] {
  if (households.length === 0 && targets.length === 0) return [both('没有公示内容', 'there is nothing to post')]
  return households.flatMap((h) => [
    ...(h.cbfmc ? [] : [both(`承包方${h.cbfbm}缺少名称`, `contractor ${h.cbfbm} has no name`)]),
    ...h.parcels.flatMap((p) => {
      const lacks = [...(p.dkmc ? [] : [both('名称', 'name')]), ...(isSome(p.htmjm) ? [] : [both('合同面积', 'contract area')])]
      return lacks.length
        ? [both(`地块${p.dkbm}缺少${lacks.map((l) => l.zh).join('、')}`, `parcel ${p.dkbm} has no ${lacks.map((l) => l.en).join(' or ')}`)]
        : []
    }),
  ])
}
const SIDES = ['dkdz', 'dknz', 'dkxz', 'dkbz'] as const
/** What a reader of the posting would miss, though it may be posted: sides and outlines of parcels. */
export function postingThin({ households = [] }: Posting): Text[] {
  const parcels = households.flatMap((h) => h.parcels)
  const sides = parcels.filter((p) => SIDES.some((s) => !p[s])).length,
    outlines = parcels.filter((p) => !p.geom).length
  return [
    ...(sides ? [both(`${sides}块地块四至不全`, `${sides} parcels lack a side`)] : []),
    ...(outlines ? [both(`${outlines}块地块没有图形，公示图上不显示`, `${outlines} parcels have no outline and are not on the posted map`)] : []),
  ]
}

const LABELS = { dkmc: both('名称', 'name'), dkdz: both('东至', 'east'), dknz: both('南至', 'south'), dkxz: both('西至', 'west'), dkbz: both('北至', 'north') }
const AREAS = { scmjm: both('实测面积', 'measured area'), htmjm: both('合同面积', 'contract area') }
const PARCEL = Object.entries({ ...LABELS, ...AREAS })
const differ = (what: string, en: string, of: Text, before: string, now: string): Text =>
  both(`${what}${of.zh}由【${before}】变为【${now}】`, `${en}: ${of.en} was ${before || '–'}, is ${now || '–'}`)
const termOf = (t: PostedTerm | undefined): string => (t ? `${t.cbqxq}～${t.cbqxz}` : '')
/** What is no longer as it was posted, in the order of the posting; empty where nothing changed or the posting says nothing of households. */
export function postedChanges(posted: readonly PostedHousehold[] | undefined, now: readonly PostedHousehold[]): Text[] {
  if (!posted) return []
  const out: Text[] = []
  for (const h of posted) {
    const n = now.find((x) => x.cbfbm === h.cbfbm)
    if (!n) {
      out.push(both(`承包方${h.cbfmc}不再列入`, `contractor ${h.cbfmc} is no longer in it`))
      continue
    }
    if (n.cbfmc !== h.cbfmc) out.push(differ(`承包方${h.cbfbm}`, `contractor ${h.cbfbm}`, both('名称', 'name'), h.cbfmc, n.cbfmc))
    // a posting from before terms were posted says nothing of them
    if (h.term && termOf(n.term) !== termOf(h.term)) {
      const [whose, en, what] = [`承包方${h.cbfmc}`, `contractor ${h.cbfmc}`, both('承包期限', 'contract term')]
      out.push(differ(whose, en, what, termOf(h.term), termOf(n.term)))
    }
    const key = (m: PostedMember) => `${m.cyxm} ${m.cyzjhm}`
    for (const m of h.members) {
      const same = n.members.find((x) => key(x) === key(m))
      if (!same) out.push(both(`${h.cbfmc}：成员${m.cyxm}已不在`, `${h.cbfmc}: member ${m.cyxm} is gone`))
      else if (same.yhzgx !== m.yhzgx) out.push(both(`${h.cbfmc}：成员${m.cyxm}与户主关系有变`, `${h.cbfmc}: relation of ${m.cyxm} changed`))
    }
    for (const m of n.members)
      if (!h.members.some((x) => key(x) === key(m))) out.push(both(`${h.cbfmc}：新增成员${m.cyxm}`, `${h.cbfmc}: member ${m.cyxm} came`))
    for (const p of h.parcels) {
      const q = n.parcels.find((x) => x.dkbm === p.dkbm)
      if (!q) {
        out.push(both(`地块${p.dkbm}不再列入`, `parcel ${p.dkbm} is no longer in it`))
        continue
      }
      for (const [name, of] of PARCEL) {
        const [before, after] = [String(p[name as keyof PostedParcel] ?? ''), String(q[name as keyof PostedParcel] ?? '')]
        if (before !== after) out.push(differ(`地块${p.dkbm}`, `parcel ${p.dkbm}`, of, before, after))
      }
      if ((p.geom ?? '') !== (q.geom ?? '')) out.push(both(`地块${p.dkbm}图形有变`, `outline of parcel ${p.dkbm} changed`))
    }
    for (const q of n.parcels) if (!h.parcels.some((p) => p.dkbm === q.dkbm)) out.push(both(`新增地块${q.dkbm}`, `parcel ${q.dkbm} came`))
  }
  for (const n of now) if (!posted.some((h) => h.cbfbm === n.cbfbm)) out.push(both(`新增承包方${n.cbfmc}`, `contractor ${n.cbfmc} came`))
  return out
}
