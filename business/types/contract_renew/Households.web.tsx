import { Alert, Flex, Typography } from 'antd'
import { useEffect, useRef } from 'react'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { formsIn } from '../../cases/definitions/form.ts'
import { ListFault } from '../../cases/web/Changes.web.tsx'
import type { CaseRow } from '../../cases/web/form.web.ts'
import type { PartProps } from '../../cases/web/screen.web.ts'
import { mayTakeOut, useTakeOut } from '../../cases/web/form/useTakeOut.web.ts'
import { useBooks } from '../../parts/Book.web.tsx'
import { ItemChoice } from '../../parts/ItemChoice.web.tsx'
import { HouseholdsTable, HOUSEHOLDS_PAGE } from './HouseholdsTable.web.tsx'
import { Offer } from './Offer.web.tsx'
import { Fill } from './People.web.tsx'
import { contractRenew, ITEM, WAY } from './type.ts'
import { words } from './words.ts'

/** A household as it comes into the case: extended as it is. `djbId`: not known yet of one from whose row the case was begun. */
export const fresh = (cbjyqzbm: unknown, djbId: string | null): Form => ({
  cbjyqzbm,
  djbId,
  ybddlx: WAY.plain,
  lxdh: null,
  into: null,
  byyy: null,
  dk: [],
  leaving: [],
  moves: [],
  cuts: [],
  jtcyList: [],
  households: [],
})

/** The households after rows of the offer were ticked: those that were shown and are not ticked go, those that were ticked come. */
export function afterTicking(households: readonly Form[], ticked: readonly AnyRow[], shown: readonly AnyRow[]): Form[] {
  const isIn = (rows: readonly AnyRow[], h: Form) => rows.some((r) => r.cbjyqzbm === h.cbjyqzbm)
  const stay = households.filter((h) => !isIn(shown, h) || isIn(ticked, h))
  const come = ticked.filter((r) => shown.includes(r) && !households.some((h) => h.cbjyqzbm === r.cbjyqzbm))
  return [...stay, ...come.map((r) => fresh(r.cbjyqzbm, String(r.id)))]
}

/**
 * What the holders of the books of a case are called. A household from whose row the case was begun, and those of a form that was typed before, are not in the
 * list that is shown: their books are read, and complete the households.
 */
function useHolders(households: readonly Form[], row: CaseRow | undefined, isEditable: boolean, onComplete: (households: readonly Form[]) => void) {
  const names = useRef(new Map<string, string>())
  const learn = (rows: readonly AnyRow[], code: 'cbhtbm' | 'cbjyqzbm') => {
    for (const r of rows) names.current.set(String(r[code]), String(r.cbfmc ?? ''))
  }
  learn(row?.contracts ?? [], 'cbhtbm')
  const unknown = households.filter((h) => isEditable && !names.current.has(String(h.cbjyqzbm))).slice(0, HOUSEHOLDS_PAGE)
  const books = useBooks(unknown).flatMap((b) => b.data?.book ?? [])
  useEffect(() => {
    if (books.length === 0) return
    learn(books, 'cbjyqzbm')
    onComplete(households.map((h) => ({ ...h, djbId: h.djbId ?? books.find((b) => b.cbjyqzbm === h.cbjyqzbm)?.id ?? null })))
  }, [books.length])
  return { holderOf: (h: Form): string => names.current.get(String(h.cbjyqzbm)) ?? '', learn: (rows: readonly AnyRow[]) => learn(rows, 'cbjyqzbm') }
}

/** The households of a case: chosen from the books of the issuer, each with the way of its extension and, opened, its parcels. */
export function Households({ form, onChange, editing, faults, about, row }: PartProps) {
  const { say } = useSay()
  const all = editing === 'all'
  const fbfbm = typeof form.fbfbm === 'string' && form.fbfbm ? form.fbfbm : undefined
  const households = formsIn(form.nh)
  const changed = about.item === ITEM.changed
  const put = (nh: readonly Form[]) => onChange({ nh })
  const patch = (index: number, part: Form) => put(households.map((h, j) => (j === index ? { ...h, ...part } : h)))
  const { holderOf, learn } = useHolders(households, row, all, put)
  const takeOut = useTakeOut(row)
  const tick = (ticked: readonly AnyRow[], shown: readonly AnyRow[]) => {
    learn(shown)
    put(afterTicking(households, ticked, shown))
  }
  const isRunning = mayTakeOut(row)
  const remove = (h: Form) => (isRunning ? void takeOut(h) : put(households.filter((x) => x !== h)))
  return (
    <Flex vertical gap="small">
      <ItemChoice about={about} editing={editing} items={contractRenew.items} />
      {!fbfbm && <Alert type="info" showIcon title={say(words.choose)} />}
      {all && fbfbm && <Alert type="info" showIcon title={say(words.alone)} />}
      {all && fbfbm && <Offer fbfbm={fbfbm} taken={households.map((h) => String(h.cbjyqzbm))} onTake={tick} />}
      {all && changed && households.map((h, i) => <Fill key={String(h.cbjyqzbm)} household={h} nh={households} onChange={(part) => patch(i, part)} />)}
      <ListFault faults={faults} at="nh" />
      {fbfbm && (
        <>
          <Typography.Text strong role="status">
            {say(words.chosen(households.length))}
          </Typography.Text>
          <HouseholdsTable
            households={households}
            editing={editing}
            faults={faults}
            changed={changed}
            holderOf={holderOf}
            onPatch={patch}
            onTakeOut={all || isRunning ? remove : undefined}
          />
        </>
      )}
    </Flex>
  )
}
