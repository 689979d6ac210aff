import { Alert, Button, Flex, Form, Typography, type TableColumnType } from 'antd'
import { useEffect } from 'react'
import { Table } from '../../../kit/web/Table.web.tsx'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { compare, isArea, mu } from '../../../land/definitions/area.ts'
import { cbdkxx, cbht } from '../../../land/definitions/cbht.ts'
import { cbjyqz } from '../../../land/definitions/cbjyqz.ts'
import { formsIn } from '../../cases/definitions/form.ts'
import { CaseBlocker } from '../../cases/web/form/Hindrance.web.tsx'
import { BookPart, startOf, useBook } from '../../parts/Book.web.tsx'
import { Balance, Cell, faultAt, Fields, ListFault } from '../../cases/web/Changes.web.tsx'
import { Facts, Part } from '../../cases/web/Facts.web.tsx'
import { ItemChoice } from '../../parts/ItemChoice.web.tsx'
import { SIGN } from '../../../land/definitions/statuses.ts'
import type { PartProps, TypeScreen } from '../../cases/web/screen.web.ts'
import { contractSupplement, SUPPLEMENT_FIELDS, ITEM, shape } from './type.ts'
import { words } from './words.ts'

const CONTRACT = ['cbhtbm', 'htlx', 'signStatus', 'signWay', 'qdsj', 'htzmjm', 'cbdkzs'] as const
const CERTIFICATE = ['cbjyqzbm', 'cbjyqzlsh', 'fzrq', 'fzjg', 'qzsflq', 'sfbdcfz'] as const
const Book = (props: PartProps) => <BookPart {...props} filled={() => ({ dk: [], qdsj: null, htzmjm: null })} />

const { dkbm, dkmc } = cbdkxx.fields
/** What the contract on paper says of each parcel, beside the book. */
function OnPaper({ form, onChange, editing, faults, lines }: PartProps & { lines: readonly AnyRow[] }) {
  const { say, label } = useSay()
  const all = editing === 'all'
  const said = formsIn(form.dk)
  const at = (line: AnyRow) => said.findIndex((d) => d.dkbm === line.dkbm)
  const set = (line: AnyRow, htmjm: unknown) => onChange({ dk: [...said.filter((d) => d.dkbm !== line.dkbm), { dkbm: line.dkbm, htmjm }] })
  const differs = (line: AnyRow) => {
    const now = said[at(line)]?.htmjm
    const [typed, booked] = [String(now), String(line.htmjm)]
    return now !== undefined && now !== null && !(isArea(typed) && isArea(booked) && compare(mu(typed), mu(booked)) === 0)
  }
  const asBook = () => onChange({ dk: lines.map((l) => ({ dkbm: l.dkbm, htmjm: l.htmjm })) })
  const fault = (line: AnyRow) => {
    const i = at(line)
    return i < 0 ? undefined : (faultAt(faults, `dk.${i}.htmjm`) ?? faultAt(faults, `dk.${i}.dkbm`))
  }
  const columns: TableColumnType<AnyRow>[] = [
    { key: 'dkbm', dataIndex: 'dkbm', title: label(dkbm), width: 190 },
    { key: 'dkmc', dataIndex: 'dkmc', title: label(dkmc), width: 120 },
    { key: 'book', dataIndex: 'htmjm', title: say(words.inBook), width: 140, align: 'right' },
    {
      key: 'said',
      title: say(words.said),
      width: 220,
      render: (_v, l) => (
        <Cell
          field={shape.dk.many.htmjm}
          value={said[at(l)]?.htmjm ?? null}
          {...(differs(l) ? { before: l.htmjm } : {})}
          row={String(l.dkbm)}
          {...(all ? { onChange: (v: unknown) => set(l, v) } : {})}
          {...(fault(l) ? { fault: fault(l)! } : {})}
        />
      ),
    },
  ]
  return (
    <Flex vertical gap="small">
      <Fields of={SUPPLEMENT_FIELDS[ITEM.scan]!} form={form} onChange={onChange} faults={faults} editable={all} />
      <ListFault faults={faults} at="dk" />
      {all && (
        <div>
          <Button onClick={asBook}>{say(words.asBook)}</Button>
        </div>
      )}
      <Table<AnyRow> size="small" rowKey="dkbm" pagination={false} dataSource={[...lines]} columns={columns} scroll={{ x: 670 }} />
      <Balance before={lines.map((l) => l.htmjm)} after={said.map((d) => d.htmjm)} />
    </Flex>
  )
}

/** The papers of the book as they stand, and what the item does about them. */
function Papers(props: PartProps) {
  const { form, editing, about, row } = props
  const { say } = useSay()
  const base = Form.useFormInstance()
  const open = useBook(form).data
  const contract = open?.book.cbht as AnyRow | null | undefined
  // a contract that is signed is not signed again: what may have happened to it is that it was lost
  useEffect(() => {
    if (editing === 'all' && !row && about.item === ITEM.sign && contract?.signStatus === SIGN.signed) base.setFieldValue('businessItemCode', ITEM.lost)
  }, [contract?.id])
  const certificate = open?.book.cbjyqz as AnyRow | null | undefined
  const ofContract = about.item === ITEM.sign || about.item === ITEM.scan
  const does = words.does[about.item]
  return (
    <Flex vertical gap="small">
      <ItemChoice about={about} editing={editing} items={contractSupplement.items} />
      {editing === 'all' && does && <Alert type="info" showIcon title={say(does)} />}
      {editing === 'all' && about.item === ITEM.sign && contract?.signStatus === SIGN.signed && <CaseBlocker field="cbjyqzbm" title={say(words.signed)} />}
      {!open && <Alert type="info" showIcon title={say(words.chooseBook)} />}
      {open && (
        <>
          <Part first title={say(ofContract ? words.contract : words.certificate)} />
          {ofContract && contract && <Facts of={cbht} names={CONTRACT} row={contract} />}
          {!ofContract && certificate && <Facts of={cbjyqz} names={CERTIFICATE} row={certificate} />}
          {!(ofContract ? contract : certificate) && <Typography.Text type="secondary">—</Typography.Text>}
        </>
      )}
      {open && about.item === ITEM.scan && <OnPaper {...props} lines={open.lines} />}
    </Flex>
  )
}
const Reason = (props: PartProps) => <Fields {...props} of={{ bgyy: shape.bgyy }} editable={props.editing === 'all'} />

/** 合同补签（补发） on the screen. Source: business-flows.md 4.11. */
export const contractSupplementScreen: TypeScreen = {
  type: contractSupplement,
  parts: [
    { key: 'book', title: words.book, names: ['cbjyqzbm', 'djbId', 'fbfbm'], Part: Book },
    { key: 'papers', title: words.papers, names: ['qdsj', 'htzmjm', 'dk'], Part: Papers },
    { key: 'reason', title: words.reason, names: ['bgyy'], Part: Reason },
  ],
  first: (start) => ({ dk: [], ...startOf(start) }),
}
