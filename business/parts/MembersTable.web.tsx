import { Space, Tag, type TableColumnType } from 'antd'
import type { ReactNode } from 'react'
import { entries } from '../../kit/model/resource.ts'
import { both, type Lang } from '../../kit/model/lang.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { readMemberNumber, typedIdWrong } from '../../land/definitions/household.ts'
import { jtcy } from '../../land/definitions/jtcy.ts'
import { ZJLX } from '../../platform/dictionaries/zjlx.ts'
import { useCellPaste } from '../../platform/parts/paste.web.tsx'
import type { Form } from '../cases/definitions/business.ts'
import { MEMBER_FIELDS } from '../cases/people/members.ts'
import { Cell, faultAt } from '../cases/web/Changes.web.tsx'
import { usePending } from '../cases/web/pending.web.tsx'
import type { PartProps } from '../cases/web/screen.web.ts'

const words = { left: both('减少', 'Leaves'), came: both('新增', 'New') }
const said = entries(jtcy).filter(([n]) => (MEMBER_FIELDS as readonly string[]).includes(n))
const rank = (n: string) => (n === 'cyzjlx' ? 1 : ['cyxm', 'cyxb', 'yhzgx', 'cyzjhm'].includes(n) ? 0 : 2)
/** The kind of a document is a resident's nearly always: its number stands before it, where it is seen without moving the table. */
const fields = said.toSorted(([a], [b]) => rank(a) - rank(b))
/** Widths of columns: what is one or two signs in Chinese is words in English. */
const WIDTH: Readonly<Record<Lang, Readonly<Record<string, number>>>> = {
  zh: { state: 64, cyxm: 108, cyxb: 88, yhzgx: 104, cyzjlx: 128, cyzjhm: 220, sfgyr: 80, cybz: 110, cybzsm: 130 },
  en: { state: 92, cyxm: 108, cyxb: 106, yhzgx: 176, cyzjlx: 200, cyzjhm: 220, sfgyr: 84, cybz: 190, cybzsm: 130 },
}
const DO = 112
/** A member's row: its place in the form, none where it leaves; what it was, none where it is new. */
export interface FormMember {
  key: string
  at: number
  is: Form | undefined
  was: AnyRow | undefined
}
/** A number that names one person; what is masked may stand for several. */
const numberOf = (m: AnyRow | Form) => (String(m.cyzjhm ?? '').includes('*') ? '' : String(m.cyzjhm ?? ''))
/** How a line of the form is found in the register, the surest first; a name only where nothing else is known of the same person. */
const SAME: readonly ((m: Form, w: AnyRow) => boolean)[] = [
  (m, w) => !!m.id && m.id === w.id,
  (m, w) => numberOf(m) !== '' && numberOf(m) === numberOf(w),
  (m, w) => !!m.id && m.cyxm === w.cyxm,
]
/** Lines of the form beside what they were, each member of the register once, and those who leave. */
export function memberRowsOf(after: readonly Form[], before: readonly AnyRow[]): FormMember[] {
  const found = new Map<Form, AnyRow>()
  const taken = new Set<AnyRow>()
  for (const same of SAME)
    for (const m of after) {
      const was = found.has(m) ? undefined : before.find((w) => !taken.has(w) && same(m, w))
      if (!was) continue
      found.set(m, was)
      taken.add(was)
    }
  const kept = after.map((is, at): FormMember => ({ key: String(is.id ?? `new${at}`), at, is, was: found.get(is) }))
  const gone = before.filter((w) => !taken.has(w)).map((was): FormMember => ({ key: `gone${was.id}`, at: -1, is: undefined, was }))
  return [...kept, ...gone]
}
/** What a member of the register is in the form. */
export const memberForm = (m: AnyRow): Form => Object.fromEntries(['id', ...MEMBER_FIELDS].map((n) => [n, m[n] ?? null]))

/** Number of a row, and whether the member comes or leaves, which is a change of its own. */
function State({ row: { is, was, at }, n }: { row: FormMember; n: number }) {
  const { say } = useSay()
  const moved = is && was ? undefined : say(is ? words.came : words.left)
  const name = String((is ?? was)?.cyxm ?? '')
  usePending(
    moved === undefined ? undefined : { what: `${moved} ${name || n}`, before: '', after: moved, shown: null, ...(is ? { at: `jtcyList.${at}.cyxm` } : {}) },
  )
  return (
    <Space size={4}>
      {n}
      {moved && <Tag color={is ? 'green' : 'red'}>{moved}</Tag>}
    </Space>
  )
}

interface MembersTableProps extends Pick<PartProps, 'faults'> {
  before: readonly AnyRow[]
  after: readonly Form[]
  /** whether a field of a row may be changed */
  may(name: string, row: FormMember): boolean
  onSet(at: number, patch: Form): void
  /** takes the whole list, where members may be pasted from a spreadsheet: over those that stand there, and as new ones */
  onList?: ((list: readonly Form[]) => void) | undefined
  /** what can be done with a row; a column of its own */
  acts?(row: FormMember): ReactNode
}
/** What most members are, until something else is said. */
export const NEW_MEMBER = { cyzjlx: ZJLX.idCard, sfgyr: '1' } as const
/** Members as they are after cells of a spreadsheet: what may not be changed stays, lines beyond the last are new members, whose sex stands in their number. */
export function pastedMembers(after: readonly Form[], at: number, rows: readonly Form[], may: (name: string, i: number) => boolean): Form[] {
  const out: Form[] = [...after]
  rows.forEach((row, i) => {
    const n = Math.min(at + i, out.length)
    const said = Object.fromEntries(Object.entries(row).filter(([name]) => n >= after.length || may(name, n)))
    const next = { ...(out[n] ?? NEW_MEMBER), ...said } as Form
    const { cyxb } = next.cyxb ? {} : readMemberNumber(next.cyzjlx, next.cyzjhm)
    out[n] = cyxb ? { ...next, cyxb } : next
  })
  return out
}
/** A household before and after in one table: who comes, leaves or dies, and what is said of each. */
export function MembersTable({ before, after, may, onSet, onList, faults, acts }: MembersTableProps) {
  const { say, label, lang } = useSay()
  const width = WIDTH[lang]
  /** The sex stands in a resident's number; one that was chosen before stays. */
  const sexToo = (n: string, v: unknown, r: FormMember): Form => {
    const { cyxb } = n === 'cyzjhm' && !r.is?.cyxb ? readMemberNumber(r.is?.cyzjlx, v) : {}
    return cyxb && may('cyxb', r) ? { cyxb } : {}
  }
  const columns: TableColumnType<FormMember>[] = [
    { key: 'state', title: '#', width: width.state!, fixed: 'start', render: (_v, r, i) => <State row={r} n={i + 1} /> },
    ...fields.map(([n, f]): TableColumnType<FormMember> => ({
      key: n,
      title: label(f),
      width: width[n]!,
      // whose row it is is seen wherever the table is moved to
      ...(n === 'cyxm' ? { fixed: 'start' as const } : {}),
      render: (_v, r) => (
        <Cell
          field={f}
          value={r.is ? r.is[n] : null}
          {...(r.was ? { before: r.was[n] ?? '' } : {})}
          {...(may(n, r) ? { onChange: (v: unknown) => onSet(r.at, { [n]: v, ...sexToo(n, v, r) }) } : {})}
          row={String(r.at + 1)}
          at={`jtcyList.${r.at}.${n}`}
          {...(r.at >= 0 && faultAt(faults, `jtcyList.${r.at}.${n}`) ? { fault: faultAt(faults, `jtcyList.${r.at}.${n}`)! } : {})}
        />
      ),
    })),
    ...(acts ? [{ key: 'do', title: say(phrases.actions), width: DO, fixed: 'end' as const, render: (_v: unknown, r: FormMember) => acts(r) }] : []),
  ]
  const members = memberRowsOf(after, before)
  const paste = useCellPaste({
    fields,
    check: (row) => {
      const msg = row.cyzjhm ? typedIdWrong((row.cyzjlx as string | undefined) ?? ZJLX.idCard, row.cyzjhm) : undefined
      return msg ? [{ name: 'cyzjhm', msg }] : []
    },
    onRows: (at, rows) => onList?.(pastedMembers(after, at, rows, (name, i) => members.some((r) => r.at === i && may(name, r)))),
  })
  return (
    <div {...(onList ? { onPaste: paste } : {})}>
      <Table<FormMember>
        size="small"
        pagination={false}
        rowKey="key"
        dataSource={members}
        columns={columns}
        scroll={{ x: Object.values(width).reduce((sum, w) => sum + w, acts ? DO : 0) }}
      />
    </div>
  )
}
