// What became of land: which rows came from which, and whether the areas of each step add up. Pure; drawn by FamilyTree.web.tsx.
import { hundredths, ofHundredths } from '../../kit/model/decimal.ts'
import type { Edge } from './layers.ts'

export interface Kin {
  id: string
  /** area in mu, decimal text; undefined where it is not known */
  area?: string | undefined
  /** it goes on after a part of it was given away */
  goesOn?: boolean | undefined
  /** what it measured before that, in mu; undefined where it is not known */
  former?: string | undefined
}
/** One step: those that were before, those that came, and their areas in mu. `difference` = after − before, with its sign. */
export interface FamilyStep {
  from: string[]
  to: string[]
  before?: string
  after?: string
  difference?: string
}

/** Links that have a parent or a child in common belong to one step; which step a link belongs to is found by following them. */
function groups(edges: readonly Edge[]): Edge[][] {
  const left = new Set(edges)
  const out: Edge[][] = []
  for (const first of edges) {
    if (!left.delete(first)) continue
    const step = [first]
    for (const e of step) for (const x of left) if ((x.from === e.from || x.to === e.to) && left.delete(x)) step.push(x)
    out.push(step)
  }
  return out
}
function total(areas: readonly (string | undefined)[]): bigint | undefined {
  let n = 0n
  for (const a of areas) {
    if (a === undefined) return undefined
    n += hundredths(a)
  }
  return n
}
const unique = (ids: readonly string[]) => [...new Set(ids)]
const signed = (n: bigint) => (n < 0n ? `-${ofHundredths(-n)}` : n > 0n ? `+${ofHundredths(n)}` : ofHundredths(n))

/**
 * The steps of a family, each with its areas: what the parents had, what children and parents that go on have together. Areas of which one is not known are
 * left out with what follows from them.
 */
export function familySteps(all: readonly Kin[], edges: readonly Edge[]): FamilyStep[] {
  const known = new Map(all.map((k) => [k.id, k]))
  const shown = edges.filter((e) => known.has(e.from) && known.has(e.to) && e.from !== e.to)
  return groups(shown).map((step): FamilyStep => {
    const [from, to] = [unique(step.map((e) => e.from)), unique(step.map((e) => e.to))]
    const goesOn = from.filter((id) => known.get(id)!.goesOn)
    const before = total(from.map((id) => (known.get(id)!.goesOn ? known.get(id)!.former : known.get(id)!.area)))
    const after = total([...to, ...goesOn].map((id) => known.get(id)!.area))
    return {
      from,
      to,
      ...(before === undefined ? {} : { before: ofHundredths(before) }),
      ...(after === undefined ? {} : { after: ofHundredths(after) }),
      ...(before === undefined || after === undefined ? {} : { difference: signed(after - before) }),
    }
  })
}
