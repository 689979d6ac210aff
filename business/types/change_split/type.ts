import { dict, note } from '../../../kit/model/field.ts'
import { both } from '../../../kit/model/lang.ts'
import type { Wrong } from '../../../kit/model/problem.ts'
import { cbdkxx } from '../../../land/definitions/cbht.ts'
import { cbf } from '../../../land/definitions/cbf.ts'
import { parcelAreaFits } from '../../../land/definitions/contract-area.ts'
import { HEAD } from '../../../land/definitions/household.ts'
import type { Form } from '../../cases/business.ts'
import { formsIn, readForm, type FormOf, type Read } from '../../cases/form.ts'
import { REASON } from '../../cases/next-version.ts'
import { BOOK, firstEach, ISSUER, LINE, MOVED } from '../../cases/parts.ts'
import { CUT, cutsWrong, drawnIn } from '../../cases/pieces.ts'
import type { About, BusinessType } from '../../cases/type.ts'

/** Items (dictionary business_type): whole parcels, or some cut first. */
export const ITEM = { whole: 'change_split_1', cut: 'change_split_2' } as const
export const YES = '1'

const { htmj, htmjm } = cbdkxx.fields
/** A parcel of a household afterwards; areas (m², mu) only of a share that is divided between several. */
const GIVEN = { dkbm: LINE.dkbm, htmj: { ...htmj, required: false }, htmjm: { ...htmjm, required: false } } as const
const { cbfdz, yzbm, lxdh } = cbf.fields
/** A household afterwards. `kept`: it goes on under the old code; the others get codes and, where nothing else is typed, the old address. */
const HOUSE = {
  kept: dict('保留原编码', 'yes_no', { en: 'Keeps the code', required: true, default: '2', values: ['1', '2'] }),
  jtcyList: { many: MOVED },
  dk: { many: GIVEN },
  wdyy: note('无地原因', { en: 'Why it gets no land', max: 200 }),
  cbfdz: { ...cbfdz, required: false },
  yzbm: { ...yzbm, required: false },
  lxdh,
} as const
/** The form of 分户. What is cut stands in `cuts`; a piece names its household by its place in `households`, from 1. */
export const shape = {
  fbfbm: ISSUER,
  ...BOOK,
  households: { many: HOUSE },
  cuts: { many: CUT },
  sfgs: dict('是否公示', 'yes_no', { en: 'Publicity', required: true, default: '1', values: ['1', '2'] }),
  ...REASON,
} as const
export type SplitForm = FormOf<typeof shape>
export type House = SplitForm['households'][number]
/** The word by which a piece names the household at a place. */
export const numberOf = (i: number): string => `${i + 1}`
const heads = (h: House): number[] => h.jtcyList.flatMap((m, j) => ((HEAD as readonly unknown[]).includes(m.yhzgx) ? [j] : []))

const ONE_HEAD = both('每户必须有且只有一位户主', 'Each household has exactly one head')
/** What is wrong with one household by itself. */
function houseWrong(h: House, i: number, { cuts }: SplitForm): Wrong[] {
  const at = `households.${i}`
  const [, second] = heads(h)
  const hasPieces = cuts.some((c) => c.pieces.length === 0 || c.pieces.some((p) => !p.to || p.to === numberOf(i)))
  return [
    ...(h.jtcyList.length === 0 ? [{ field: `${at}.jtcyList`, msg: both('请为该户分配成员', 'Give this household its members') }] : []),
    ...(h.jtcyList.length > 0 && heads(h).length === 0 ? [{ field: `${at}.jtcyList`, msg: ONE_HEAD }] : []),
    ...(second === undefined ? [] : [{ field: `${at}.jtcyList.${second}.yhzgx`, msg: ONE_HEAD }]),
    ...(h.dk.length || hasPieces || h.wdyy ? [] : [{ field: `${at}.wdyy`, msg: both('请分配地块，或说明无地原因', 'Give it land, or say why it gets none') }]),
    ...h.dk.flatMap((d, j) => givenWrong(d, `${at}.dk.${j}`)),
  ]
}
function givenWrong({ dkbm, htmj, htmjm }: House['dk'][number], at: string): Wrong[] {
  const isPart = htmj || htmjm
  const fits = htmj && htmjm && parcelAreaFits({ htmj, htmjm })
  return [
    ...(/^\d{19}$/.test(dkbm ?? '') ? [] : [{ field: `${at}.dkbm`, msg: both('请选择地块', 'Please select the parcel') }]),
    ...(isPart && !fits ? [{ field: `${at}.htmj`, msg: both('合同面积应大于0，且亩与平方米一致', 'The contract area is above 0 and mu fits m²') }] : []),
  ]
}
/** Members stand in one household, parcels once in each, and none is given and cut. */
function sharedWrong(form: SplitForm): Wrong[] {
  const members = form.households.flatMap((h, i) => h.jtcyList.map(({ id }, j) => ({ id, at: `households.${i}.jtcyList.${j}.yhzgx` })))
  const cut = new Set(form.cuts.map((c) => c.dkbm))
  const kept = form.households.flatMap((h, i) => (h.kept === YES ? [i] : []))
  return [
    ...(form.households.length < 2 ? [{ field: 'households', msg: both('分户后至少应有两户', 'A household is split into two at least') }] : []),
    ...kept.slice(1).map((i) => ({ field: `households.${i}.kept`, msg: both('只能有一户保留原编码', 'One household only keeps the code') })),
    ...members.flatMap(({ id, at }, n) =>
      members.findIndex((m) => m.id === id) < n ? [{ field: at, msg: both('该成员已在另一户中', 'This member stands in another household already') }] : [],
    ),
    ...form.households.flatMap((h, i) =>
      h.dk.flatMap((d, j) => {
        const field = `households.${i}.dk.${j}.dkbm`
        if (cut.has(d.dkbm)) return [{ field, msg: both('该地块将被分割，不能整块分配', 'This parcel is cut and cannot be given whole') }]
        return h.dk.findIndex((o) => o.dkbm === d.dkbm) < j ? [{ field, msg: both('地块重复', 'A parcel stands twice') }] : []
      }),
    ),
  ]
}
/** Reads the form for an item: every fault at once; areas in m² (htmj) and mu (htmjm). Source: business-flows.md 4.2. */
function read(raw: Form, { item }: About): Read<SplitForm> {
  const { form, wrong } = readForm(shape, { ...raw, cuts: item === ITEM.cut ? raw.cuts : [] })
  const own = [
    ...form.households.flatMap((h, i) => houseWrong(h, i, form)),
    ...sharedWrong(form),
    ...cutsWrong(
      form.cuts,
      'cuts',
      form.households.map((_, i) => numberOf(i)),
    ),
    ...(item === ITEM.cut && form.cuts.length === 0 ? [{ field: 'cuts', msg: both('请选择要分割的地块', 'Select the parcels to be cut') }] : []),
  ]
  return firstEach({ form, wrong: [...wrong, ...own] })
}

/** 分户: a household becomes several, each with its members and land. Source: business-flows.md 4.2. */
export const changeSplit: BusinessType<SplitForm> = {
  code: 'change_split',
  counter: 'change_merge',
  items: Object.values(ITEM),
  shape,
  // one person alone cannot part
  asks: { alone: 'refuse' },
  read,
  surveyed: (before, after) => ({ ...before, cuts: drawnIn(formsIn(before.cuts), formsIn(after.cuts)) }),
  // whoever moves stands in the register alone: the plan names them
  persons: () => [],
  gates: (form, { item, doSign }) => ({ needSurvey: item === ITEM.cut, needPublicity: form.sfgs === YES, doSign }),
  papers: (form, { item }) => ({ with: [...(item === ITEM.cut ? ['DCB'] : []), ...(form.sfgs === YES ? ['GSB'] : [])] }),
}
