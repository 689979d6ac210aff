import { Alert } from 'antd'
import { useSay } from '../../../kit/web/words.web.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { placeParcel } from '../../parts/branch-placing.ts'
import { formsIn } from '../../cases/definitions/form.ts'
import { numberOf } from '../../parts/branches.ts'
import { useLines, useNames } from '../../parts/BranchBalance.web.tsx'
import { Branches } from '../../parts/Branches.web.tsx'
import { BookPart, startOf, type OpenBook, type OpenHolder } from '../../parts/Book.web.tsx'
import { Fields, ListFault } from '../../cases/web/Changes.web.tsx'
import { Cutting } from '../../cases/web/Cutting.web.tsx'
import { ItemChoice } from '../../parts/ItemChoice.web.tsx'
import type { PartProps, TypeScreen } from '../../cases/web/screen.web.ts'
import { changeSplit, ITEM, shape } from './type.ts'
import { words } from './words.ts'

const HOUSEHOLDS = [
  { kept: '1', jtcyList: [], dk: [] },
  { kept: '2', jtcyList: [], dk: [] },
]
/** Everybody and all land stays in the first household until something is moved. */
const filled = (holder: OpenHolder, { lines }: OpenBook) => {
  const households = [{ ...HOUSEHOLDS[0], jtcyList: holder.jtcyList.map(({ id, cyxm, yhzgx }) => ({ id, cyxm, yhzgx })) }, HOUSEHOLDS[1]!]
  return { households: lines.reduce<readonly Form[]>((hs, l) => placeParcel(hs, String(l.dkbm), 0), households), cuts: [] }
}
const Book = (props: PartProps) => <BookPart {...props} filled={filled} />

const Households = (props: PartProps) => (
  <>
    <ItemChoice about={props.about} editing={props.editing} items={changeSplit.items} />
    <Branches {...props} mayCut={props.about.item === ITEM.cut} />
  </>
)
/** The parcels that are cut, with their pieces: drawn in the survey, or at the acceptance where they are known already. */
function Cuts({ form, onChange, editing, faults, about }: PartProps) {
  const { say } = useSay()
  const lines = useLines(form)
  const name = useNames(form)
  if (about.item !== ITEM.cut) return <Alert type="info" showIcon title={say(words.nothingCut)} />
  const cuts = formsIn(form.cuts)
  return (
    <>
      <ListFault faults={faults} at="cuts" />
      {cuts.length === 0 && <Alert type="info" showIcon title={say(words.chooseCut)} />}
      <Cutting
        cuts={cuts}
        at="cuts"
        lines={lines}
        holders={formsIn(form.households).map((_, i) => ({ value: numberOf(i), label: name(i) }))}
        editable={editing !== 'nothing'}
        faults={faults}
        onChange={(next) => onChange({ cuts: next })}
      />
    </>
  )
}
const Reason = (props: PartProps) => <Fields {...props} of={{ bgyy: shape.bgyy, sfgs: shape.sfgs, hfqz: shape.hfqz }} editable={props.editing === 'all'} />

/** 分户 on the screen. Source: business-flows.md 4.2; screens.md C2. */
export const changeSplitScreen: TypeScreen = {
  type: changeSplit,
  parts: [
    { key: 'book', title: words.book, names: ['cbjyqzbm', 'djbId', 'fbfbm'], Part: Book },
    { key: 'households', title: words.households, names: ['households'], Part: Households },
    { key: 'cuts', title: words.cuts, names: ['cuts'], Part: Cuts },
    { key: 'reason', title: words.reason, names: ['bgyy', 'sfgs', 'hfqz'], Part: Reason },
  ],
  first: (start) => ({ households: HOUSEHOLDS, cuts: [], sfgs: '1', hfqz: '1', ...startOf(start) }),
}
