/** 不动产登记申请书（土地承包经营权） on the registry's own large sheet (383 × 542 mm), or the same page made smaller for A3 and A4. Source: documents.md 9.2. */

import type { PrintedChoice } from '../../../services/typeset/choices.ts'

export interface EstateForm {
  readonly kinds: readonly PrintedChoice[]
  readonly rights: readonly PrintedChoice[]
  readonly ways: readonly PrintedChoice[]
  readonly holder: { readonly name: string; readonly kind: string; readonly number: string; readonly phone: string }
  readonly members: readonly { readonly name: string; readonly kind: string; readonly number: string; readonly phone: string; readonly relation: string }[]
  readonly issuer: { readonly name: string; readonly agent: string }
  readonly from: string
  readonly to: string
  readonly total: string
  readonly count: string
  readonly parcels: readonly { readonly code: string; readonly sides: string; readonly area: string; readonly basic: string; readonly note: string }[]
}
export const ESTATE_SIZES = ['own', 'a3', 'a4'] as const
export type EstateSize = (typeof ESTATE_SIZES)[number]
export const isEstateSize = (v: unknown): v is EstateSize => ESTATE_SIZES.includes(v as EstateSize)
export interface EstateDoc {
  readonly docId?: string
  readonly title: string
  readonly size: EstateSize
  readonly forms: readonly EstateForm[]
}
/** Width of the sheet as the registry has it, and of the papers it is made smaller for, millimetres. Heights go along: 542, 420, 297. */
const WIDTHS = { own: 383, a3: 297, a4: 210 } as const
const HEIGHTS = { own: 542, a3: 420, a4: 297 } as const
/** Lines of parcels on the first page, on each that follows, and on the last, which has the questions and signatures too. */
const LINES = { first: 9, more: 26, last: 14 } as const
const MEMBERS = 8
export const QUESTIONS = ['申请登记事项是否为申请人的真实意思表示？', '申请登记的不动产权属是否清楚、有无争议？', '申请人提供的材料是否真实、有效？'] as const
const NO_PARCEL = { code: '', sides: '', area: '', basic: '', note: '' }
const NO_MEMBER = { name: '', kind: '', number: '', phone: '', relation: '' }
const padded = <T>(list: readonly T[], n: number, blank: T): T[] => [...list, ...Array.from({ length: Math.max(0, n - list.length) }, () => blank)]

/** @returns parcels of the pages: the first, those between, the last. No page between has fewer lines than stand on the last. */
function pagesOf(parcels: EstateForm['parcels']): EstateForm['parcels'][] {
  const pages = [padded(parcels.slice(0, LINES.first), LINES.first, NO_PARCEL)]
  let at: number = LINES.first
  while (parcels.length - at > LINES.last) {
    pages.push(padded(parcels.slice(at, at + LINES.more), LINES.more, NO_PARCEL))
    at += LINES.more
  }
  return [...pages, parcels.slice(at)]
}
/** @returns the JSON the template reads; `factor`: by what everything is made smaller */
export function estateModel(d: EstateDoc) {
  const forms = d.forms.map((f) => {
    const pages = pagesOf(f.parcels)
    return { ...f, members: padded(f.members, MEMBERS, NO_MEMBER), first: pages[0]!, between: pages.slice(1, -1), last: pages.at(-1)! }
  })
  return {
    ...d,
    width: WIDTHS[d.size],
    height: HEIGHTS[d.size],
    factor: Math.min(WIDTHS[d.size] / WIDTHS.own, HEIGHTS[d.size] / HEIGHTS.own),
    questions: QUESTIONS,
    forms,
  }
}
