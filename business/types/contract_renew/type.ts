import { dict, note, text } from '../../../kit/model/field.ts'
import { both } from '../../../kit/model/lang.ts'
import type { Wrong } from '../../../kit/model/problem.ts'
import { cbdkxx } from '../../../land/definitions/cbht.ts'
import { cbf } from '../../../land/definitions/cbf.ts'
import { parcelAreaWrong } from '../../../land/definitions/contract-area.ts'
import { dk } from '../../../land/definitions/dk.ts'
import { CBFLX, HEAD, namedAgain } from '../../../land/definitions/household.ts'
import { PARTING, partingWrong } from '../../parts/branches.ts'
import { AREA_REASON } from '../../cases/rules/area-limits.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { cameMasked, formsIn, optional, readForm, type FormOf, type Read } from '../../cases/definitions/form.ts'
import { MEMBER, membersWrong } from '../../cases/people/members.ts'
import { REASON } from '../../parts/next-version.ts'
import { BOOK, firstEach, HOUSEHOLD, householdFaults, ISSUER, LINE, wrongLines, personsOf, wrongAt } from '../../cases/definitions/parts.ts'
import { cutsWrong, drawnIn, PIECE_STAYS } from '../../cases/land/pieces.ts'
import type { About, BusinessType } from '../../cases/definitions/type.ts'

/** Items (dictionary business_type): as it is, or with changes. */
export const ITEM = { plain: 'contract_renew_1', changed: 'contract_renew_2' } as const
/**
 * How a household of the register is extended (dictionary busi_ybddlx): as it is, with other members or another representative, land adjusted between households,
 * one that becomes several, households merged, part of the land returned, shares instead of parcels, not at all. New contractors (7) stand in a list of their own.
 */
export const WAY = { plain: '1', people: '2', adjusted: '3', split: '4', merged: '5', returned: '6', shares: '8', none: '9' } as const
/** How land of a household contract is acquired (dictionary cbjyqqdfs). */
export const RENEWED_WAY = '110'
/** Whose a piece of a cut parcel becomes that is reserve land; else it stays, or the code of the book that gets it. */
export const RESERVE = 'reserve'
const WAYS: Readonly<Record<string, readonly string[]>> = { [ITEM.plain]: [WAY.plain], [ITEM.changed]: Object.values(WAY) }

/** A parcel of which the extension decides something: its confirmed area (qqmjm, mu), the contract area by that decision, and why it lies far from the measured one. */
const DECIDED = {
  dkbm: LINE.dkbm,
  qqmjm: dk.fields.qqmjm,
  htmj: optional(cbdkxx.fields.htmj),
  htmjm: optional(cbdkxx.fields.htmjm),
  areaReason: AREA_REASON,
} as const
/** The code of the book of another household of the case. */
const other = (label: string, en: string) => text(label, { en, length: 19 })
/** A household that gets land by the extension for the first time. `bh` names it within the case, whatever stands before it. */
const ADDED = { bh: text('编号', { en: 'Number', required: true, max: 8 }), cbf: HOUSEHOLD, dk: { many: LINE, label: both('地块', 'Parcel') } } as const
/**
 * The form of 延包: the households of one issuer that are extended together. Each is registered alone, but those that give land to each other (`moves`, `cuts`) or
 * become one (`into`) stand or fall together. `jtcyList`: members as they are to be, of a household that others are merged into those of all; `households`: what
 * it is split into; `byyy`: why it is not extended. `xz`: new contractors.
 */
export const shape = {
  fbfbm: ISSUER,
  bgyy: { ...REASON.bgyy, label: '延包说明', requiredMessage: both('请输入延包说明', 'Please enter the reason') },
  hfqz: REASON.hfqz,
  nh: {
    many: {
      ...BOOK,
      ybddlx: dict('延包方式', 'busi_ybddlx', { en: 'Way of extension', required: true, default: WAY.plain, values: Object.values(WAY) }),
      lxdh: cbf.fields.lxdh,
      dk: { many: DECIDED, label: both('地块', 'Parcel') },
      leaving: { many: { dkbm: LINE.dkbm }, label: both('交回地块', 'Returned parcel') },
      moves: { many: { dkbm: LINE.dkbm, to: { ...other('调入农户', 'To the household'), required: true } }, label: both('调出地块', 'Parcel given') },
      ...PARTING,
      into: other('并入农户', 'Merged into'),
      jtcyList: { many: MEMBER, label: both('成员', 'Member') },
      byyy: note('不延包原因', { en: 'Reason for not extending', max: 200 }),
    },
    label: both('农户', 'Household'),
  },
  xz: { many: ADDED, label: both('新增农户', 'New household') },
} as const
export type RenewForm = FormOf<typeof shape>
export type RenewHousehold = RenewForm['nh'][number]
export type AddedHousehold = RenewForm['xz'][number]

/** The books that a row of a form has to do with: its own, those that get land of it, the one that it is merged into. */
const linkedTo = (h: Form): string[] => [
  ...[...formsIn(h.moves), ...formsIn(h.cuts).flatMap((c) => formsIn(c.pieces))].flatMap((m) => (/^\d{18}[JQ]$/.test(String(m.to)) ? [String(m.to)] : [])),
  ...(h.into ? [String(h.into)] : []),
]
/** The households of a form that stand or fall together, by the code of each: the code of the first of its group. A new contractor is a group of its own, named by its number. Source: acts.md 1. */
export function renewGroups(form: Form): ReadonlyMap<string, string> {
  const rows = formsIn(form.nh)
  const of = new Map(rows.map((h) => [String(h.cbjyqzbm), String(h.cbjyqzbm)]))
  const order = [...of.keys()]
  const join = (a: string, b: string) => {
    const [one, two] = [of.get(a), of.get(b)]
    if (!one || !two || one === two) return
    const [first, last] = order.indexOf(one) < order.indexOf(two) ? [one, two] : [two, one]
    for (const [code, group] of of) if (group === last) of.set(code, first)
  }
  for (const h of rows) for (const to of linkedTo(h)) join(String(h.cbjyqzbm), to)
  return of
}
/** The rows that are merged into the one of this code. */
export const absorbedBy = (form: RenewForm, code: string): RenewHousehold[] => form.nh.filter((h) => h.ybddlx === WAY.merged && h.into === code)

/** Ways in which parcels may be cut. */
const CUTTING: readonly unknown[] = [WAY.adjusted, WAY.split, WAY.returned]

/** What is wrong with what a household gives, gets or becomes. */
function linksWrong(form: RenewForm, h: RenewHousehold, i: number): Wrong[] {
  const at = (field: string) => `nh.${i}.${field}`
  const others = form.nh.filter((o) => o !== h && o.ybddlx === h.ybddlx).map((o) => o.cbjyqzbm)
  const strange = { zh: '请选择本业务中同一延包方式的农户', en: 'Select a household of the case that is extended in the same way' }
  const whole = [...h.moves, ...h.leaving]
  const cut = h.cuts.flatMap((c, j): Wrong[] =>
    whole.some((w) => w.dkbm === c.dkbm) ? [{ field: at(`cuts.${j}.dkbm`), msg: both('该地块已整块选择', 'The whole parcel is already transferred') }] : [],
  )
  if (h.ybddlx === WAY.returned) return [...cut, ...cutsWrong(h.cuts, at('cuts'), [PIECE_STAYS, RESERVE])]
  if (h.ybddlx === WAY.adjusted) {
    const gets = form.nh.some((o) => linkedTo(o).includes(h.cbjyqzbm))
    return [
      ...cut,
      ...cutsWrong(h.cuts, at('cuts'), [PIECE_STAYS, ...others]),
      ...h.moves.flatMap(({ to }, j) => (others.includes(to) ? [] : [{ field: at(`moves.${j}.to`), msg: strange }])),
      ...(h.moves.length || h.cuts.length || gets
        ? []
        : [{ field: at('moves'), msg: both('请选择调出的地块和调入的农户', 'Select the parcels that go, and the household that gets them') }]),
    ]
  }
  if (h.ybddlx !== WAY.merged) return []
  const survivor = form.nh.find((o) => o.cbjyqzbm === h.into)
  if (h.into) return survivor && survivor !== h && survivor.ybddlx === WAY.merged && !survivor.into ? [] : [{ field: at('into'), msg: strange }]
  return absorbedBy(form, h.cbjyqzbm).length ? [] : [{ field: at('into'), msg: both('请选择并入的农户', 'Select the household that it is merged into') }]
}
/** What is wrong with members as they are to be. */
function peopleWrong({ ybddlx, into, jtcyList }: RenewHousehold, i: number): Wrong[] {
  const under = (wrong: readonly Wrong[]) => wrong.map((w) => ({ ...w, field: `nh.${i}.${w.field}` }))
  if (ybddlx === WAY.people) return under(membersWrong(jtcyList))
  if (ybddlx !== WAY.merged || into) return []
  const heads = jtcyList.filter((m) => (HEAD as readonly unknown[]).includes(m.yhzgx)).length
  const one = heads === 1 ? [] : [{ field: 'jtcyList', msg: both('合并后必须有且只有一位户主', 'The merged household has exactly one head') }]
  return under([...namedAgain(jtcyList, 'yhzgx'), ...one])
}

function householdWrong(h: RenewHousehold, i: number, item: string, known: readonly Wrong[]): Wrong[] {
  const at = (field: string) => `nh.${i}.${field}`
  const bad = (field: string) => known.some((w) => w.field.startsWith(field))
  const twice = (rows: readonly { dkbm: string }[], field: string) =>
    new Set(rows.map((r) => r.dkbm)).size < rows.length ? [{ field: at(field), msg: both('地块重复', 'A parcel is listed twice') }] : []
  const areas = h.dk.flatMap(({ htmj, htmjm }, j): Wrong[] => {
    if ((!htmj && !htmjm) || bad(at(`dk.${j}`))) return []
    return wrongAt(at(`dk.${j}.htmj`), parcelAreaWrong({ htmj, htmjm }))
  })
  return [
    ...((WAYS[item] ?? []).includes(h.ybddlx)
      ? []
      : [{ field: at('ybddlx'), msg: both('延包方式与业务事项不符', 'The way of extension does not match the item') }]),
    ...(h.ybddlx === WAY.none && !h.byyy ? [{ field: at('byyy'), msg: both('请填写不延包原因', 'State why it is not extended') }] : []),
    ...(h.ybddlx === WAY.split ? partingWrong(h).map((w) => ({ ...w, field: at(w.field) })) : []),
    ...areas,
    ...twice(h.dk, 'dk'),
    ...twice(h.leaving, 'leaving'),
    ...twice(h.moves, 'moves'),
    ...(h.ybddlx === WAY.returned && h.leaving.length === 0 && h.cuts.length === 0
      ? [{ field: at('leaving'), msg: both('请选择交回的地块', 'Select the parcels that are returned') }]
      : []),
  ]
}
/** The terms of a new household come from the round that is added. */
const NO_TERMS = { cbfs: null, cbqx: null, cbqxq: null, cbqxz: null }
/** What is wrong with new contractors: who they are, and which land they get. */
function addedWrong({ fbfbm, xz }: RenewForm, known: readonly Wrong[]): Wrong[] {
  return xz.flatMap(({ bh, cbf: household, dk: lines }, i): Wrong[] => {
    const at = `xz.${i}`
    const whole = xz.slice(0, i).flatMap((x) => x.dk.filter((l) => l.sfqqqg !== '1').map((l) => l.dkbm))
    return [
      ...(xz.findIndex((x) => x.bh === bh) < i ? [{ field: `${at}.bh`, msg: both('编号重复', 'This number is given twice') }] : []),
      ...(household.cbfbm
        ? [
            {
              field: `${at}.cbf.cbfbm`,
              msg: both('请录入新的承包方，已登记的承包方请办理承包合同签订', 'Enter a new contractor: an existing one signs a first contract instead'),
            },
          ]
        : [
            ...(household.cbflx && household.cbflx !== CBFLX.household
              ? [{ field: `${at}.cbf.cbflx`, msg: both('新增承包方应为农户', 'A new contractor must be a household') }]
              : []),
            ...householdFaults(household, `${at}.cbf`, { fbfbm, ...NO_TERMS }),
          ]),
      ...wrongLines(lines, `${at}.dk`, known),
      ...lines.flatMap((l, j) =>
        whole.includes(l.dkbm) ? [{ field: `${at}.dk.${j}.dkbm`, msg: both('该地块已分给另一新增承包方', 'Another new contractor gets this parcel') }] : [],
      ),
    ]
  })
}
/** Reads the form for an item: every fault at once, areas in m² (htmj) and mu (htmjm, qqmjm). Source: business-flows.md 4.10. */
function read(raw: Form, { item }: About): Read<RenewForm> {
  const sent = formsIn(raw.nh)
  const nh = sent.map((h) => ({
    ...h,
    ybddlx: item === ITEM.plain ? WAY.plain : h.ybddlx,
    leaving: item === ITEM.changed && h.ybddlx === WAY.returned ? formsIn(h.leaving) : [],
    moves: item === ITEM.changed && h.ybddlx === WAY.adjusted ? formsIn(h.moves) : [],
    cuts: item === ITEM.changed && CUTTING.includes(h.ybddlx) ? formsIn(h.cuts) : [],
    households: item === ITEM.changed && h.ybddlx === WAY.split ? formsIn(h.households) : [],
    byyy: item === ITEM.changed && h.ybddlx === WAY.none ? h.byyy : null,
    ...(item === ITEM.changed && h.ybddlx === WAY.none ? { dk: [] } : {}),
    into: item === ITEM.changed && h.ybddlx === WAY.merged ? h.into : null,
    jtcyList: item === ITEM.changed && (h.ybddlx === WAY.people || (h.ybddlx === WAY.merged && !h.into)) ? formsIn(h.jtcyList) : [],
    ...(cameMasked(h.lxdh) ? { lxdh: null } : {}),
  }))
  const xz = item === ITEM.changed ? formsIn(raw.xz).map((x) => ({ ...x, dk: formsIn(x.dk).map((l) => ({ ...l, cbjyqqdfs: RENEWED_WAY })) })) : []
  const { form, wrong } = readForm(shape, { ...raw, nh, xz })
  // a phone that came back masked stays as it is stored: nothing is told of it
  const codes = form.nh.map((h) => h.cbjyqzbm)
  const own: Wrong[] = [
    ...(form.xz.length || form.nh.some((h) => h.ybddlx !== WAY.none) ? [] : [{ field: 'nh', msg: both('请至少选择一户', 'Select at least one household') }]),
    ...codes.flatMap((c, i) =>
      c && codes.indexOf(c) < i ? [{ field: `nh.${i}.cbjyqzbm`, msg: both('该户已在本业务中', 'This household is already in the case') }] : [],
    ),
    ...form.nh.flatMap((h, i) => [...householdWrong(h, i, item, wrong), ...linksWrong(form, h, i), ...peopleWrong(h, i)]),
    ...addedWrong(form, wrong),
  ]
  return firstEach({ form, wrong: [...wrong, ...own] })
}

/** What the survey decides: the areas of the parcels of each household, and the pieces of what is cut. */
function surveyed(before: Form, after: Form): Form {
  const found = new Map(formsIn(after.nh).map((h) => [h.cbjyqzbm, h]))
  const cuts = (h: Form) => (h.cuts ? { cuts: drawnIn(formsIn(h.cuts), formsIn(found.get(h.cbjyqzbm)?.cuts)) } : {})
  const measured = new Map(formsIn(after.xz).map((x) => [x.bh, x.dk]))
  return {
    ...before,
    nh: formsIn(before.nh).map((h) => ({ ...h, dk: found.get(h.cbjyqzbm)?.dk ?? h.dk, ...cuts(h) })),
    ...(before.xz ? { xz: formsIn(before.xz).map((x) => ({ ...x, dk: measured.get(x.bh) ?? x.dk })) } : {}),
  }
}
function inGroup(form: Form, group: string, inside: boolean): Form {
  const groups = renewGroups(form)
  return {
    ...form,
    nh: formsIn(form.nh).filter((h) => (groups.get(String(h.cbjyqzbm)) === group) === inside),
    ...(form.xz ? { xz: formsIn(form.xz).filter((x) => (x.bh === group) === inside) } : {}),
  }
}
/** 延包: the term of household contracts goes on for another thirty years. Source: business-flows.md 4.10, 9. */
export const contractRenew: BusinessType<RenewForm> = {
  code: 'contract_renew',
  effect: both('列入本业务的登记簿按新的承包期限延续。', 'The books of this case continue with their new terms.'),
  counter: 'change_contract',
  items: Object.values(ITEM),
  shape,
  // a term that is over is what is renewed; household contracts only
  asks: { mortgaged: 'warn', expired: 'pass', otherWay: 'refuse' },
  read,
  surveyed,
  part: (form, group) => inGroup(form, group, true),
  without: (form, group) => inGroup(form, group, false),
  // whoever is in the register already is held by the household
  persons: (form) => [
    ...form.nh.flatMap((h, i) =>
      h.ybddlx === WAY.people ? personsOf(h.jtcyList, `nh.${i}.jtcyList`).filter((p) => !h.jtcyList[Number(p.at.split('.')[3])]?.id) : [],
    ),
    ...form.xz.flatMap((x, i) => personsOf(x.cbf.jtcyList, `xz.${i}.cbf.jtcyList`)),
  ],
  gates: () => ({}),
  papers: () => ({}),
}
