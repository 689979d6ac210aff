import { Alert, Flex, Select, type TableColumnType } from 'antd'
import { useEffect } from 'react'
import type { Field } from '../../../kit/model/field.ts'
import { Table } from '../../../kit/web/Table.web.tsx'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { cbdkxx } from '../../../land/definitions/cbht.ts'
import { formsIn } from '../../cases/definitions/form.ts'
import { BookPart, startOf, useBook } from '../../parts/Book.web.tsx'
import { Balance, Fields, faultAt, ListFault } from '../../cases/web/Changes.web.tsx'
import { ItemChoice } from '../../parts/ItemChoice.web.tsx'
import type { PartProps, TypeScreen } from '../../cases/web/screen.web.ts'
import { LeavingMembers } from './Members.web.tsx'
import { contractCancel, FATES, ITEM, CANCEL_REASONS, shape, type ParcelFate } from './type.ts'
import { words } from './words.ts'

const Book = (props: PartProps) => <BookPart {...props} filled={() => ({ dk: [], jtcyList: [] })} />

const { dkbm, dkmc, scmjm, htmjm } = cbdkxx.fields
/** Each parcel of the book with what becomes of it: the item says it, or the form where the item leaves a choice. */
function Parcels({ form, onChange, editing, faults, about, onShow }: PartProps) {
  const { say, label } = useSay()
  const book = useBook(form).data
  if (!book) return <Alert type="info" showIcon title={say(words.chooseBook)} />
  const chosen = formsIn(form.dk)
  const fates = FATES[about.item] ?? ['reserve']
  const fateOf = (code: unknown) => (chosen.find((d) => d.dkbm === code)?.fate ?? fates[0]) as ParcelFate
  const choose = (code: string, fate: ParcelFate) =>
    onChange({ dk: [...chosen.filter((d) => d.dkbm !== code), ...(fate === fates[0] ? [] : [{ dkbm: code, fate }])] })
  const text = (n: string, f: typeof dkbm | typeof scmjm, width: number): TableColumnType<AnyRow> => ({ key: n, dataIndex: n, title: label(f), width })
  const columns: TableColumnType<AnyRow>[] = [
    text('dkbm', dkbm, 170),
    text('dkmc', dkmc, 85),
    { ...text('scmjm', scmjm, 90), align: 'right' },
    { ...text('htmjm', htmjm, 95), align: 'right' },
    {
      key: 'fate',
      title: say(words.fate),
      width: 180,
      render: (_v, l) => {
        const at = chosen.findIndex((d) => d.dkbm === l.dkbm)
        const fault = at < 0 ? undefined : (faultAt(faults, `dk.${at}.fate`) ?? faultAt(faults, `dk.${at}.dkbm`))
        return editing === 'all' && fates.length > 1 ? (
          <>
            <Select
              style={{ width: '100%' }}
              aria-label={`${say(words.fate)} ${l.dkbm}`}
              value={fateOf(l.dkbm)}
              options={fates.map((value) => ({ value, label: say(words[value]) }))}
              onChange={(v: ParcelFate) => choose(String(l.dkbm), v)}
            />
            {fault && <div role="alert">{fault}</div>}
          </>
        ) : (
          say(words[fateOf(l.dkbm)])
        )
      },
    },
  ]
  return (
    <Flex vertical gap="small">
      <ItemChoice about={about} editing={editing} items={contractCancel.items} />
      {about.item === ITEM.extinct && <Alert type="warning" showIcon title={say(words.allBooks)} />}
      <ListFault faults={faults} at="dk" />
      <Table<AnyRow>
        size="small"
        rowKey="dkbm"
        pagination={false}
        dataSource={book.lines}
        columns={columns}
        scroll={{ x: 640 }}
        onRow={(l) => ({ onClick: () => onShow(String(l.dkbm)), style: { cursor: 'pointer' } })}
      />
      <Balance before={book.lines.map((l) => l.htmjm)} after={[]} />
    </Flex>
  )
}

/** The reason is the item's; of the last item the form says which of two. */
function Reason({ form, onChange, editing, faults, about }: PartProps) {
  const own = CANCEL_REASONS[about.item]
  const all = editing === 'all'
  const now = form.zxyylx ?? null
  useEffect(() => {
    const next = own ?? (now === '8' || now === '9' ? now : null)
    if (all && next !== now) onChange({ zxyylx: next })
  }, [own])
  const which: Readonly<Record<string, Field>> = own ? {} : { zxyylx: { ...shape.zxyylx, values: ['8', '9'] } }
  return <Fields form={form} onChange={onChange} faults={faults} of={{ ...which, zxyy: shape.zxyy }} editable={all} />
}

/** 合同注销 on the screen. Source: business-flows.md 4.7. */
export const contractCancelScreen: TypeScreen = {
  type: contractCancel,
  parts: [
    { key: 'book', title: words.book, names: ['cbjyqzbm', 'djbId', 'fbfbm'], Part: Book },
    { key: 'parcels', title: words.parcels, names: ['dk'], Part: Parcels },
    { key: 'members', title: words.members, names: ['jtcyList'], Part: LeavingMembers },
    { key: 'reason', title: words.reason, names: ['zxyylx', 'zxyy'], Part: Reason },
  ],
  first: (start) => ({ dk: [], jtcyList: [], ...startOf(start) }),
}
