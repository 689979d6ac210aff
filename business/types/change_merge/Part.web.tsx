import { DeleteOutlined } from '@ant-design/icons'
import { Alert, Button, Card, Flex, Radio, Tag, theme, Typography, type TableColumnType } from 'antd'
import { useEffect, useRef } from 'react'
import { Table } from '../../../kit/web/Table.web.tsx'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { cbdkxx, djb } from '../../../land/definitions/cbht.ts'
import { jtcy } from '../../../land/definitions/jtcy.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { formsIn } from '../../cases/definitions/form.ts'
import { BookPart, BookPicker, startOf, useBooks, useHolders, type OpenHolder } from '../../parts/Book.web.tsx'
import { Balance, Cell, faultAt, Fields, ListFault } from '../../cases/web/Changes.web.tsx'
import { Facts } from '../../cases/web/Facts.web.tsx'
import type { PartProps, TypeScreen } from '../../cases/web/screen.web.ts'
import { changeMerge, shape } from './type.ts'
import { words } from './words.ts'

/** Relation of whoever comes from another household, until the clerk says another one: 其他亲属. */
const RELATIVE = '97'
const plain = (v: unknown): string => (typeof v === 'string' ? v : '')
const numberOf = (m: AnyRow | Form) => `${plain(m.cyzjlx)}:${plain(m.cyzjhm) || plain(m.cyxm)}`
/** The books of the form, the surviving one first. */
const booksIn = (form: Form): Form[] => [{ cbjyqzbm: form.cbjyqzbm, djbId: form.djbId }, ...formsIn(form.sources)]

const moved = (m: AnyRow, yhzgx: unknown): Form => ({ id: m.id, cyxm: m.cyxm, yhzgx })
const filled = (holder: OpenHolder): Form => ({ sources: [], jtcyList: holder.jtcyList.map((m) => moved(m, m.yhzgx)) })
const Survivor = (props: PartProps) => <BookPart {...props} filled={filled} />

const SHOWN = ['cbjyqzbm', 'cbfmc', 'cbqxq', 'cbqxz', 'htzmjm', 'cbdkzs', 'cbfcysl'] as const
/** The households that join: each with what its book says. Whoever is chosen comes with all members. */
function Sources({ form, onChange, editing, faults, about }: PartProps) {
  const { say } = useSay()
  const all = editing === 'all'
  const sources = formsIn(form.sources)
  const books = useBooks(sources).map((b) => b.data)
  const holders = useHolders(
    sources.map((s) => s.cbjyqzbm),
    all,
  ).map((h) => h.data)
  const members = formsIn(form.jtcyList)
  const seen = useRef(new Set(all ? formsIn(form.sources).map((s) => plain(s.cbjyqzbm)) : []))
  useEffect(() => {
    if (!all) return
    const fresh = sources.flatMap((s, i) => {
      const [book, holder] = [books[i], holders[i]]
      return book && holder && !seen.current.has(plain(s.cbjyqzbm)) ? [{ s, book, holder }] : []
    })
    if (fresh.length === 0) return
    for (const { s } of fresh) seen.current.add(plain(s.cbjyqzbm))
    const came = fresh.flatMap(({ holder }) => holder.jtcyList.map((m) => moved(m, RELATIVE)))
    const ids = new Map(fresh.map(({ s, book }) => [s.cbjyqzbm, String(book.book.id)]))
    onChange({
      sources: sources.map((s) => (ids.has(s.cbjyqzbm) ? { ...s, djbId: ids.get(s.cbjyqzbm)! } : s)),
      jtcyList: [...members, ...came.filter((m) => !members.some((o) => o.id === m.id))],
    })
  })
  const remove = (i: number) => {
    const gone = new Set<unknown>(holders[i]?.jtcyList.map((m) => m.id))
    seen.current.delete(plain(sources[i]!.cbjyqzbm))
    onChange({ sources: sources.filter((_, k) => k !== i), jtcyList: members.filter((m) => !gone.has(m.id)) })
  }
  const ends = new Set(useEnds(form))
  if (!plain(form.cbjyqzbm)) return <Alert type="info" showIcon title={say(words.chooseSurvivor)} />
  return (
    <Flex vertical gap="small">
      {all && (
        <BookPicker
          key={sources.length}
          item={about.item}
          among={{ fbfbm: plain(form.fbfbm) }}
          beyond={{ among: { regionCode: plain(form.fbfbm).slice(0, 12) }, why: words.sameIssuer }}
          onChange={(code) => {
            if (code && code !== form.cbjyqzbm && !sources.some((s) => s.cbjyqzbm === code))
              onChange({ sources: [...sources, { cbjyqzbm: code, djbId: null }] })
          }}
        />
      )}
      <ListFault faults={faults} at="sources" />
      {sources.map((s, i) => (
        <Card
          key={plain(s.cbjyqzbm)}
          size="small"
          type="inner"
          title={books[i]?.book.cbfmc ?? plain(s.cbjyqzbm)}
          extra={
            all && (
              <Button
                size="small"
                type="text"
                danger
                icon={<DeleteOutlined />}
                aria-label={`${say(words.remove)} ${plain(s.cbjyqzbm)}`}
                onClick={() => remove(i)}
              >
                {say(words.remove)}
              </Button>
            )
          }
        >
          <ListFault faults={faults} at={`sources.${i}.cbjyqzbm`} />
          {books[i] && <Facts of={djb} names={SHOWN} row={books[i].book} />}
        </Card>
      ))}
      {ends.size > 1 && <Alert type="warning" showIcon title={`${say(words.term)} (${[...ends].toSorted()[0]})`} />}
      {sources.length > 0 && <Typography.Text type="secondary">{say(words.allBooks)}</Typography.Text>}
    </Flex>
  )
}
/** The days on which the terms of the books end. */
const useEnds = (form: Form): string[] => useBooks(booksIn(form)).flatMap((b) => (b.data ? [plain(b.data.book.cbqxz)] : []))

/** A person of one of the households: its place in the form, -1 where another row of the same person is kept. */
interface Row {
  key: string
  at: number
  is: Form | undefined
  was: AnyRow
  household: string
  doubled: boolean
}
const READ = ['cyxb', 'cyzjhm', 'sfgyr', 'cybz'] as const
const WIDTH: Readonly<Record<string, number>> = { cyxb: 60, cyzjhm: 170, sfgyr: 70, cybz: 85 }
/** Everybody in one table, by households: how each is related to the one head; who stands in several is kept once. */
function Members({ form, onChange, editing, faults }: PartProps) {
  const { say, label } = useSay()
  const { token } = theme.useToken()
  const all = editing === 'all'
  const forms = booksIn(form)
  const books = useBooks(forms).map((b) => b.data)
  const holders = useHolders(
    forms.map((f) => f.cbjyqzbm),
    all,
  ).map((h) => h.data)
  const after = formsIn(form.jtcyList)
  if (!books[0] || forms.length < 2) return <Alert type="info" showIcon title={say(forms.length < 2 ? words.chooseSources : words.chooseSurvivor)} />
  const people = books.flatMap((b, i) => (all ? (holders[i]?.jtcyList ?? []) : (b?.members ?? [])).map((was) => ({ was, household: plain(b?.book.cbfmc) })))
  // a book that is over knows its members by name: their rows have moved on
  const placeOf = (was: AnyRow) => after.findIndex((m) => m.id === was.id || (!all && m.cyxm === was.cyxm))
  const rows = people.map(({ was, household }, i): Row => {
    const at = placeOf(was)
    const doubled = people.some((o, k) => k !== i && numberOf(o.was) === numberOf(was))
    return { key: `${was.id}`, at, is: at < 0 ? undefined : after[at], was, household, doubled }
  })
  const keep = (r: Row) => {
    const others = new Set<unknown>(rows.filter((o) => numberOf(o.was) === numberOf(r.was)).map((o) => o.was.id))
    const place = after.findIndex((m) => others.has(m.id))
    const kept = moved(r.was, after[place]?.yhzgx ?? RELATIVE)
    const rest = after.filter((m) => !others.has(m.id))
    onChange({ jtcyList: rest.toSpliced(place < 0 ? rest.length : place, 0, kept) })
  }
  const columns: TableColumnType<Row>[] = [
    { key: 'household', title: say(words.from), width: 85, render: (_v, r) => r.household },
    {
      key: 'cyxm',
      title: label(jtcy.fields.cyxm),
      width: 125,
      render: (_v, r) => (
        <Flex vertical gap={2} align="start">
          <Typography.Text delete={r.at < 0} {...(r.at < 0 ? { type: 'secondary' as const } : {})}>
            {plain(r.was.cyxm)}
          </Typography.Text>
          {r.doubled && <Tag color="warning">{say(words.twice)}</Tag>}
          {r.doubled && all && (
            <Radio checked={r.at >= 0} onChange={() => keep(r)}>
              {say(words.keepThis)}
            </Radio>
          )}
        </Flex>
      ),
    },
    // what is to be said of each stands where it is seen without moving the table
    {
      key: 'yhzgx',
      title: label(jtcy.fields.yhzgx),
      width: 125,
      render: (_v, r) => {
        if (!r.is) return <Typography.Text type="secondary">{say(words.notKept)}</Typography.Text>
        const fault = faultAt(faults, `jtcyList.${r.at}.yhzgx`)
        return (
          <Cell
            field={jtcy.fields.yhzgx}
            value={r.is.yhzgx}
            before={r.was.yhzgx ?? ''}
            row={plain(r.was.cyxm)}
            {...(all ? { onChange: (v: unknown) => onChange({ jtcyList: after.map((m, i) => (i === r.at ? { ...m, yhzgx: v } : m)) }) } : {})}
            {...(fault ? { fault } : {})}
          />
        )
      },
    },
    ...READ.map((n): TableColumnType<Row> => ({
      key: n,
      title: label(jtcy.fields[n]),
      width: WIDTH[n]!,
      render: (_v, r) => <Cell field={jtcy.fields[n]} value={r.was[n]} row={plain(r.was.cyxm)} />,
    })),
  ]
  return (
    <Flex vertical gap="small">
      {all && <Alert type="info" showIcon title={say(words.headHint)} />}
      <ListFault faults={faults} at="jtcyList" />
      <Table<Row>
        size="small"
        rowKey="key"
        pagination={false}
        dataSource={rows}
        columns={columns}
        scroll={{ x: 720 }}
        onRow={(r) => (r.doubled ? { style: { background: token.colorWarningBg } } : {})}
      />
    </Flex>
  )
}

/** What the merged household holds: the lines of all books. */
function Land({ form, onShow }: PartProps) {
  const { say, label } = useSay()
  const books = useBooks(booksIn(form)).flatMap((b) => b.data ?? [])
  if (books.length === 0) return <Alert type="info" showIcon title={say(words.chooseSurvivor)} />
  const lines = books.flatMap((b) => b.lines.map((l, i) => ({ ...l, household: b.book.cbfmc, key: `${b.book.id} ${i}` })))
  const areas = lines.map((l) => (l as AnyRow).htmjm)
  const f = cbdkxx.fields
  const text = (n: 'dkbm' | 'dkmc' | 'scmjm' | 'htmjm', width: number): TableColumnType<AnyRow> => ({ key: n, dataIndex: n, title: label(f[n]), width })
  return (
    <Flex vertical gap="small">
      <Table<AnyRow>
        size="small"
        rowKey="key"
        pagination={false}
        dataSource={lines}
        columns={[
          { key: 'household', dataIndex: 'household', title: say(words.from), width: 100 },
          text('dkbm', 175),
          text('dkmc', 110),
          { ...text('scmjm', 110), align: 'right' },
          { ...text('htmjm', 110), align: 'right' },
        ]}
        scroll={{ x: 605, ...(lines.length > 10 ? { y: 420 } : {}) }}
        onRow={(l) => ({ onClick: () => onShow(String(l.dkbm)), style: { cursor: 'pointer' } })}
      />
      <Balance before={areas} after={areas} />
    </Flex>
  )
}
const Reason = (props: PartProps) => <Fields {...props} of={{ bgyy: shape.bgyy, hfqz: shape.hfqz }} editable={props.editing === 'all'} />

/** 合户 on the screen. Source: business-flows.md 4.3; screens.md C2. */
export const changeMergeScreen: TypeScreen = {
  type: changeMerge,
  parts: [
    { key: 'survivor', title: words.survivor, names: ['cbjyqzbm', 'djbId', 'fbfbm'], Part: Survivor },
    { key: 'sources', title: words.sources, names: ['sources'], Part: Sources },
    { key: 'members', title: words.members, names: ['jtcyList'], Part: Members },
    { key: 'land', title: words.land, names: [], Part: Land },
    { key: 'reason', title: words.reason, names: ['bgyy', 'hfqz'], Part: Reason },
  ],
  first: (start) => ({ sources: [], jtcyList: [], hfqz: '1', ...startOf(start) }),
}
