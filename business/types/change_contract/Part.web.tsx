import type { FC } from 'react'
import { BookPart, startOf, type OpenHolder } from '../../parts/Book.web.tsx'
import { Fields } from '../../cases/web/Changes.web.tsx'
import { ItemChoice } from '../../parts/ItemChoice.web.tsx'
import { memberForm } from '../../parts/MembersTable.web.tsx'
import type { PartProps, TypeScreen } from '../../cases/web/screen.web.ts'
import { AddedParcels, Corrected, Leaving } from './Land.web.tsx'
import { ChangedMembers } from './Members.web.tsx'
import { changeContract, ITEM, shape } from './type.ts'
import { words } from './words.ts'

/** What an item changes begins as the register has it. */
const filled = (holder: OpenHolder) => ({
  jtcyList: holder.jtcyList.map(memberForm),
  lxdh: null,
  dk: [],
  leaving: [],
  cuts: [],
  corrected: [],
  beside: [],
  djbfj: null,
})
const Book = (props: PartProps) => <BookPart {...props} filled={filled} />

/** The new representative's phone stands below the household. */
function Head(props: PartProps) {
  return (
    <>
      <ChangedMembers {...props} />
      <div style={{ marginTop: 16 }}>
        <Fields {...props} of={{ lxdh: shape.lxdh }} editable={props.editing === 'all'} />
      </div>
    </>
  )
}
const Agreed = (props: PartProps) => <Fields {...props} of={{ djbfj: { ...shape.djbfj, required: true } }} editable={props.editing === 'all'} />
const BY_ITEM: Readonly<Record<string, FC<PartProps>>> = {
  [ITEM.members]: ChangedMembers,
  [ITEM.head]: Head,
  [ITEM.added]: AddedParcels,
  [ITEM.taken]: Leaving,
  [ITEM.returned]: Leaving,
  [ITEM.area]: Corrected,
  [ITEM.other]: Agreed,
}
/** What the item changes, before and after. */
function Change(props: PartProps) {
  const Of = BY_ITEM[props.about.item]
  return (
    <>
      <ItemChoice about={props.about} editing={props.editing} items={changeContract.items} />
      {Of && <Of {...props} />}
    </>
  )
}
const Reason = (props: PartProps) => <Fields {...props} of={{ bgyy: shape.bgyy, hfqz: shape.hfqz }} editable={props.editing === 'all'} />

/** 合同变更 on the screen. Source: business-flows.md 4.6. */
export const changeContractScreen: TypeScreen = {
  type: changeContract,
  parts: [
    { key: 'book', title: words.book, names: ['cbjyqzbm', 'djbId', 'fbfbm'], Part: Book },
    { key: 'change', title: words.change, names: ['jtcyList', 'lxdh', 'dk', 'leaving', 'cuts', 'corrected', 'beside', 'djbfj'], alters: true, Part: Change },
    { key: 'reason', title: words.reason, names: ['bgyy', 'hfqz'], Part: Reason },
  ],
  first: (start) => ({ jtcyList: [], dk: [], leaving: [], cuts: [], corrected: [], beside: [], hfqz: '1', ...startOf(start) }),
}
