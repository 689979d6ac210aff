/** What an increment says otherwise than the register, cell by cell. Pure. */
import type { Act } from '../../land/register/acts/acts.ts'
import { QSZT } from '../../land/definitions/statuses.ts'
import type { IncrementBase } from './increment.ts'
import { villageActs, type VillageFacts, type VillageRows } from './village.ts'

/** One cell: of a household (or of the issuer, whose code is in `cbfbm` then), in which table and object, and both values as text. */
export interface ChangedCell {
  cbfbm: string
  layer: string
  object: string
  field: string
  was: string
  becomes: string
}
const MOST_SHOWN = 500
/** As the database keeps it: it holds no NUL. */
const told = (v: unknown): string => (v === null || v === undefined ? '' : String(v)).replaceAll('\0', '').slice(0, MOST_SHOWN)
/** Numbered anew each time, or derived. */
const LEFT_OUT = new Set(['bsm', 'kjzb', 'geom', 'regionCode'])

/** Cells in which the rows of a village differ from the register; an object that it has not is one cell without a former value. */
export function changedCells(rows: VillageRows, facts: VillageFacts, base: IncrementBase): ChangedCell[] {
  const out: ChangedCell[] = []
  const add = (cbfbm: string, layer: string, object: string, field: string, was: unknown, becomes: unknown) => {
    if (told(was) !== told(becomes)) out.push({ cbfbm, layer, object, field, was: told(was), becomes: told(becomes) })
  }
  const fields = (cbfbm: string, layer: string, object: string, said: object, known: object | undefined) => {
    if (!known) return add(cbfbm, layer, object, '', '', object)
    const stored = new Map(Object.entries(known))
    // what a package leaves empty it does not deny
    for (const [name, value] of Object.entries(said))
      if (!LEFT_OUT.has(name) && value !== null && value !== undefined) add(cbfbm, layer, object, name, stored.get(name), value)
  }
  for (const a of villageActs(rows, facts)) cellsOfAct(a, { base, facts, add, fields })
  for (const row of rows.cancelled) {
    const code = told(row.CBJYQZBM)
    if (base.books.get(code)?.qszt === QSZT.current) add(code.slice(0, 18), 'CBJYQZ_QZZX', code, 'ZXYY', '', row.ZXYY)
  }
  return out
}
interface Cells {
  base: IncrementBase
  facts: VillageFacts
  add(cbfbm: string, layer: string, object: string, field: string, was: unknown, becomes: unknown): void
  fields(cbfbm: string, layer: string, object: string, said: object, known: object | undefined): void
}
function cellsOfAct(a: Act, { base, facts, add, fields }: Cells): void {
  if (a.act === 'newIssuer') fields(a.fbfbm, 'FBF', a.fbfbm, a.fields, base.issuers.get(a.fbfbm))
  else if (a.act === 'newContractor') {
    fields(a.cbfbm, 'CBF', a.cbfbm, a.fields, base.contractors.get(a.cbfbm))
    if (!base.contractors.has(a.cbfbm)) return
    const known = base.members.get(a.cbfbm) ?? []
    for (let i = 0; i < Math.max(known.length, a.members.length); i++) {
      const [was, is] = [known[i], a.members[i]]
      const object = told(is?.cyxm ?? was?.cyxm)
      if (!was || !is) add(a.cbfbm, 'CBF_JTCY', object, '', was?.cyxm, is?.cyxm)
      else fields(a.cbfbm, 'CBF_JTCY', object, is, was)
    }
  } else if (a.act === 'newParcel') {
    const holder = facts.link(a.dkbm)?.cbfbm ?? ''
    const known = base.parcels.get(a.dkbm)
    fields(holder, 'DK', a.dkbm, a.fields, known)
    if (known && !base.sameGround.has(a.dkbm)) add(holder, 'DK', a.dkbm, 'geom', known.scmj, '*')
  } else if (a.act === 'newBook') {
    const known = base.books.get(a.code)
    fields(a.cbfbm, 'CBJYQZDJB', a.code, { ...a.terms, djsj: a.day }, known)
    const lines = new Map(base.lines.filter((l) => known && l.djbId === known.id).map((l) => [l.dkbm, l]))
    for (const { dkbm, htmj, htmjm, cbjyqqdfs, sfqqqg } of a.lines) {
      if (known) fields(a.cbfbm, 'CBDKXX', dkbm, { htmj, htmjm, cbjyqqdfs, sfqqqg }, lines.get(dkbm))
      lines.delete(dkbm)
    }
    for (const dkbm of lines.keys()) add(a.cbfbm, 'CBDKXX', String(dkbm), '', dkbm, '')
  }
}
