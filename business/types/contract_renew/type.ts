import { dict } from '../../../kit/model/field.ts'
import { both } from '../../../kit/model/lang.ts'
import type { Wrong } from '../../../kit/model/problem.ts'
import { cbdkxx } from '../../../land/definitions/cbht.ts'
import { cbf } from '../../../land/definitions/cbf.ts'
import { parcelAreaFits } from '../../../land/definitions/contract-area.ts'
import { dk } from '../../../land/definitions/dk.ts'
import type { Form } from '../../cases/business.ts'
import { cameMasked, formsIn, optional, readForm, type FormOf, type Read } from '../../cases/form.ts'
import { REASON } from '../../cases/next-version.ts'
import { BOOK, firstEach, ISSUER, LINE } from '../../cases/parts.ts'
import type { About, BusinessType } from '../../cases/type.ts'

/** Items (dictionary business_type): as it is, or with changes. */
export const ITEM = { plain: 'contract_renew_1', changed: 'contract_renew_2' } as const
/** How a household is extended (dictionary busi_ybddlx), as far as it is done here: as it is, part of the land returned, shares instead of parcels. */
export const WAY = { plain: '1', returned: '6', shares: '8' } as const
const WAYS: Readonly<Record<string, readonly string[]>> = { [ITEM.plain]: [WAY.plain], [ITEM.changed]: Object.values(WAY) }

/** A parcel of which the extension decides something: its confirmed area (qqmjm, mu), the contract area by that decision. */
const DECIDED = { dkbm: LINE.dkbm, qqmjm: dk.fields.qqmjm, htmj: optional(cbdkxx.fields.htmj), htmjm: optional(cbdkxx.fields.htmjm) } as const
/** The form of 延包: the households of one issuer that are extended together, each of which is registered alone. */
export const shape = {
  fbfbm: ISSUER,
  bgyy: { ...REASON.bgyy, label: '延包说明', requiredMessage: both('请输入延包说明', 'Please enter the reason') },
  hfqz: REASON.hfqz,
  nh: {
    many: {
      ...BOOK,
      ybddlx: dict('延包方式', 'busi_ybddlx', { en: 'Way of extension', required: true, default: WAY.plain, values: Object.values(WAY) }),
      lxdh: cbf.fields.lxdh,
      dk: { many: DECIDED },
      leaving: { many: { dkbm: LINE.dkbm } },
    },
  },
} as const
export type RenewForm = FormOf<typeof shape>
export type RenewHousehold = RenewForm['nh'][number]

function householdWrong(h: RenewHousehold, i: number, item: string, known: readonly Wrong[]): Wrong[] {
  const at = (field: string) => `nh.${i}.${field}`
  const bad = (field: string) => known.some((w) => w.field.startsWith(field))
  const twice = (rows: readonly { dkbm: string }[], field: string) =>
    new Set(rows.map((r) => r.dkbm)).size < rows.length ? [{ field: at(field), msg: both('地块重复', 'A parcel stands twice') }] : []
  const areas = h.dk.flatMap(({ htmj, htmjm }, j): Wrong[] => {
    if ((!htmj && !htmjm) || bad(at(`dk.${j}`))) return []
    return htmj && htmjm && parcelAreaFits({ htmj, htmjm })
      ? []
      : [{ field: at(`dk.${j}.htmj`), msg: both('合同面积应大于0，且亩与平方米一致', 'The contract area is above 0 and mu fits m²') }]
  })
  return [
    ...((WAYS[item] ?? []).includes(h.ybddlx)
      ? []
      : [{ field: at('ybddlx'), msg: both('延包方式与业务事项不符', 'The way of extension does not fit the item') }]),
    ...areas,
    ...twice(h.dk, 'dk'),
    ...twice(h.leaving, 'leaving'),
    ...(h.ybddlx === WAY.returned && h.leaving.length === 0
      ? [{ field: at('leaving'), msg: both('请选择交回的地块', 'Select the parcels that are returned') }]
      : []),
  ]
}
/** Reads the form for an item: every fault at once, areas in m² (htmj) and mu (htmjm, qqmjm). Source: business-flows.md 4.10. */
function read(raw: Form, { item }: About): Read<RenewForm> {
  const sent = formsIn(raw.nh)
  const nh = sent.map((h) => ({
    ...h,
    ybddlx: item === ITEM.plain ? WAY.plain : h.ybddlx,
    leaving: item === ITEM.changed && h.ybddlx === WAY.returned ? formsIn(h.leaving) : [],
    ...(cameMasked(h.lxdh) ? { lxdh: null } : {}),
  }))
  const { form, wrong } = readForm(shape, { ...raw, nh })
  // a phone that came back masked stays as it is stored: nothing is told of it
  const codes = form.nh.map((h) => h.cbjyqzbm)
  const own: Wrong[] = [
    ...(form.nh.length ? [] : [{ field: 'nh', msg: both('请至少选择一户', 'Select at least one household') }]),
    ...codes.flatMap((c, i) =>
      c && codes.indexOf(c) < i ? [{ field: `nh.${i}.cbjyqzbm`, msg: both('该户已在本业务中', 'This household stands in the case already') }] : [],
    ),
    ...form.nh.flatMap((h, i) => householdWrong(h, i, item, wrong)),
  ]
  return firstEach({ form, wrong: [...wrong, ...own] })
}

/** What the survey decides: the areas of the parcels of each household. */
function surveyed(before: Form, after: Form): Form {
  const found = new Map(formsIn(after.nh).map((h) => [h.cbjyqzbm, h.dk]))
  return { ...before, nh: formsIn(before.nh).map((h) => ({ ...h, dk: found.get(h.cbjyqzbm) ?? h.dk })) }
}
/** 延包: the term of household contracts goes on for another thirty years. Source: business-flows.md 4.10, 9. */
export const contractRenew: BusinessType<RenewForm> = {
  code: 'contract_renew',
  items: Object.values(ITEM),
  shape,
  // a term that is over is what is renewed; household contracts only
  asks: { mortgaged: 'warn', expired: 'pass', otherWay: 'refuse' },
  read,
  surveyed,
  part: (form, group) => ({ ...form, nh: formsIn(form.nh).filter((h) => h.cbjyqzbm === group) }),
  without: (form, group) => ({ ...form, nh: formsIn(form.nh).filter((h) => h.cbjyqzbm !== group) }),
  persons: () => [],
  gates: () => ({}),
  papers: () => ({}),
}
