import { PlusOutlined } from '@ant-design/icons'
import { Alert, Button, Flex, Select, Space, Tag, type TableColumnType } from 'antd'
import { entries } from '../../../kit/model/resource.ts'
import { Table } from '../../../kit/web/Table.web.tsx'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { HEAD } from '../../../land/definitions/household.ts'
import { jtcy } from '../../../land/definitions/jtcy.ts'
import { formsIn } from '../../cases/form.ts'
import type { Form } from '../../cases/business.ts'
import { useBook, useHolder } from '../../cases/web/Book.web.tsx'
import { Cell, faultAt, ListFault } from '../../cases/web/Changes.web.tsx'
import type { PartProps } from '../../cases/web/screen.web.ts'
import { restated } from './relations.ts'
import { ITEM } from './type.ts'
import { words } from './words.ts'

const NAMES = ['cyxm', 'cyxb', 'yhzgx', 'cyzjlx', 'cyzjhm', 'sfgyr', 'cybz', 'cybzsm'] as const
const fields = entries(jtcy).filter(([n]) => (NAMES as readonly string[]).includes(n))
/** A member's row: its place in the form, none where it leaves; what it was, none where it is new. */
interface Row {
  key: string
  at: number
  is: Form | undefined
  was: AnyRow | undefined
}
const isHead = (m: AnyRow | Form) => (HEAD as readonly unknown[]).includes(m.yhzgx)
const numberOf = (m: AnyRow | Form) => String(m.cyzjhm ?? '')
const related = ({ yhzgx, cyxb }: AnyRow) => ({ yhzgx: String(yhzgx ?? ''), cyxb: String(cyxb ?? '') })
function rowsOf(after: readonly Form[], before: readonly AnyRow[]): Row[] {
  const same = (m: Form, w: AnyRow) => (m.id ? m.id === w.id : false) || (numberOf(m) !== '' && numberOf(m) === numberOf(w)) || (!!m.id && m.cyxm === w.cyxm)
  const kept = after.map((is, at): Row => ({ key: String(is.id ?? `new${at}`), at, is, was: before.find((w) => same(is, w)) }))
  const gone = before.filter((w) => !kept.some((k) => k.was === w)).map((was): Row => ({ key: `gone${was.id}`, at: -1, is: undefined, was }))
  return [...kept, ...gone]
}
/** What a member of the register is in the form. */
export const memberForm = (m: AnyRow): Form => Object.fromEntries(['id', ...NAMES].map((n) => [n, m[n] ?? null]))

/** The household before and after in one table: who comes, leaves or dies, and, with a new representative, how all are related. */
export function Members({ form, onChange, editing, faults, about }: PartProps) {
  const { say, label } = useSay()
  const all = editing === 'all'
  const book = useBook(form).data
  const holder = useHolder(form.cbjyqzbm, all).data
  const after = formsIn(form.jtcyList),
    before = (all ? holder?.jtcyList : book?.members) ?? []
  const byHead = about.item === ITEM.head
  const put = (list: readonly Form[]) => onChange({ jtcyList: list })
  const set = (at: number, patch: Form) => put(after.map((m, i) => (i === at ? { ...m, ...patch } : m)))
  const chooseHead = (id: string) => {
    const next = before.find((w) => w.id === id)
    if (!next) return
    put(
      after.map((m) => {
        const was = before.find((w) => w.id === m.id)
        return m.id === id ? { ...m, yhzgx: HEAD[0], sfgyr: '1' } : { ...m, yhzgx: was ? restated(related(was), related(next)) : m.yhzgx }
      }),
    )
  }
  const may = (n: string, r: Row) =>
    all && !!r.is && (byHead ? n === 'yhzgx' && !isHead(r.is) : !(r.was && isHead(r.was) && ['cyxm', 'cyzjlx', 'cyzjhm', 'yhzgx'].includes(n)))
  const columns: TableColumnType<Row>[] = [
    {
      key: 'state',
      title: '#',
      width: 76,
      fixed: 'start',
      render: (_v, r, i) => (
        <Space size={4}>
          {i + 1}
          {!r.is && <Tag color="red">{say(words.left)}</Tag>}
          {!r.was && <Tag color="green">{say(words.came)}</Tag>}
        </Space>
      ),
    },
    ...fields.map(([n, f]): TableColumnType<Row> => ({
      key: n,
      title: label(f),
      width: n === 'cyzjhm' ? 200 : n === 'cybzsm' ? 130 : (f.width ?? 120),
      render: (_v, r) => (
        <Cell
          field={f}
          value={r.is ? r.is[n] : null}
          {...(r.was ? { before: r.was[n] ?? '' } : {})}
          {...(may(n, r) ? { onChange: (v: unknown) => set(r.at, { [n]: v }) } : {})}
          row={String(r.at + 1)}
          {...(r.at >= 0 && faultAt(faults, `jtcyList.${r.at}.${n}`) ? { fault: faultAt(faults, `jtcyList.${r.at}.${n}`)! } : {})}
        />
      ),
    })),
    ...(all
      ? [
          {
            key: 'do',
            width: 130,
            fixed: 'end' as const,
            render: (_v: unknown, r: Row) => {
              if (!r.is)
                return (
                  <Button type="link" size="small" onClick={() => put([...after, memberForm(r.was!)])}>
                    {say(words.stay)}
                  </Button>
                )
              const former = r.was && isHead(r.was)
              if (isHead(r.is) || (byHead && !former)) return null
              return (
                <Space size={0}>
                  {r.was && (
                    <Button type="link" size="small" onClick={() => set(r.at, { cybz: '7', sfgyr: '2' })}>
                      {say(words.died)}
                    </Button>
                  )}
                  <Button type="link" size="small" danger onClick={() => put(after.filter((_, i) => i !== r.at))}>
                    {say(words.leave)}
                  </Button>
                </Space>
              )
            },
          },
        ]
      : []),
  ]
  if (!book) return <Alert type="info" showIcon title={say(words.chooseBook)} />
  const head = after.find(isHead)
  return (
    <Flex vertical gap="small">
      {byHead && all && (
        <>
          <Alert type="info" showIcon title={say(words.headHint)} />
          <Select
            style={{ maxWidth: 360 }}
            aria-label={say(words.newHead)}
            placeholder={say(words.newHead)}
            value={head && before.some((w) => w.id === head.id && !isHead(w)) ? String(head.id) : undefined}
            options={before.filter((w) => !isHead(w) && w.cybz !== '7').map((w) => ({ value: String(w.id), label: `${w.cyxm} ${w.cyzjhm}` }))}
            onChange={chooseHead}
          />
        </>
      )}
      <ListFault faults={faults} at="jtcyList" />
      <Table<Row> size="small" pagination={false} rowKey="key" dataSource={rowsOf(after, before)} columns={columns} scroll={{ x: 1300 }} />
      {all && !byHead && (
        <Button block type="dashed" icon={<PlusOutlined />} onClick={() => put([...after, { cyzjlx: '1', sfgyr: '1' }])}>
          {say(words.addMember)}
        </Button>
      )}
    </Flex>
  )
}
