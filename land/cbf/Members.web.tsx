import { PlusOutlined } from '@ant-design/icons'
import { Alert, Button, Form, Space, Tag, type FormListOperation, type TableColumnType } from 'antd'
import { cloneElement, memo, type ReactElement, type ReactNode } from 'react'
import { labelOf } from '../../kit/model/field.ts'
import { checkValue } from '../../kit/model/check.ts'
import type { Field } from '../../kit/model/field.ts'
import { readIdCard } from '../../kit/model/id-card.ts'
import type { Lang } from '../../kit/model/lang.ts'
import { entries, isEditable } from '../../kit/model/resource.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { kinds } from '../../kit/web/kinds.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { CardButton } from '../../services/camera/CardButton.web.tsx'
import { useDesk } from '../../services/camera/desk.web.ts'
import { words } from '../definitions/words.ts'
import { jtcy } from '../definitions/jtcy.ts'
import { ZJLX } from '../../platform/dictionaries/zjlx.ts'
import { useCellPaste } from '../../platform/parts/paste.web.tsx'
import { useStable } from '../../platform/parts/stable.web.ts'
import { useSameHead } from './same-head.web.ts'
import { HEAD, headIndex, changedIdWrong, typedIdWrong, readMemberNumber, type MemberLike } from '../definitions/household.ts'
import { kinHints } from '../definitions/kin.ts'

const fields = entries(jtcy).filter(([, f]) => isEditable(f)) as [string, Field][]
/**
 * Widths of columns. What has to be filled in, up to the number (in Chinese up to the co-owner), is seen without moving the table in the drawer of a form, 852
 * pixels; what is pressed seldom stands behind it. What is one or two signs in Chinese is words in English.
 */
const WIDTH: Readonly<Record<Lang, Readonly<Record<string, number>>>> = {
  zh: { cyxm: 104, cyxb: 84, yhzgx: 104, cyzjhm: 196, cyzjlx: 120, birthday: 98, sfgyr: 90, cybz: 120, cybzsm: 180 },
  en: { cyxm: 108, cyxb: 106, yhzgx: 164, cyzjhm: 196, cyzjlx: 164, birthday: 98, sfgyr: 90, cybz: 190, cybzsm: 180 },
}
/** The same where members are only read: all of them in that drawer. */
const READ: Readonly<Record<Lang, Readonly<Record<string, number>>>> = {
  zh: { cyxm: 136, cyxb: 80, yhzgx: 100, cyzjlx: 116, cyzjhm: 180, sfgyr: 94, cybz: 104 },
  en: { cyxm: 128, cyxb: 72, yhzgx: 132, cyzjlx: 132, cyzjhm: 180, sfgyr: 84, cybz: 84 },
}
const NUMBER = 40
const LIST = 'jtcyList'
/** What most members are, until something else is said. */
const NEW_MEMBER = { cyzjlx: '1', sfgyr: '1', cybz: '0' } as const
/** Where a member's form takes what an identity card says; the birthday is shown beside the number. */
const CARD = { name: 'cyxm', idType: 'cyzjlx', number: 'cyzjhm', sex: 'cyxb' } as const
/** The contractor's form, as far as the table reads it. */
interface Household {
  jtcyList?: MemberLike[]
}
interface Line {
  name: number
  key: number
}

interface MembersProps {
  household: boolean
  view: boolean
  loaded?: AnyRow[]
  /** after something was filled that nobody typed: an identity card, the sex after the number, another head */
  onFilled?(): void
}
/** The members of a household as an editable table inside the contractor's form (value `jtcyList`). */
export function Members({ household, view, loaded = NOBODY, onFilled }: MembersProps) {
  const { say } = useSay()
  const filled = useStable(() => onFilled?.())
  const isEdited = household && !view
  return (
    <>
      <SameHead on={isEdited} onFilled={filled} />
      {!household && <Alert type="info" showIcon title={say(words.onlyHouseholds)} />}
      {household && view && <MemberTable rows={loaded} />}
      {isEdited && (
        <Form.List name={LIST}>{(lines, does, { errors }) => <Lines lines={lines} does={does} errors={errors} loaded={loaded} onFilled={filled} />}</Form.List>
      )}
    </>
  )
}
const NOBODY: AnyRow[] = []
/** Follows contractor and head key by key, and draws nothing. */
function SameHead({ on, onFilled }: { on: boolean; onFilled(): void }) {
  useSameHead(on, onFilled)
  return null
}

interface LinesProps {
  lines: readonly Line[]
  does: FormListOperation
  errors: readonly ReactNode[]
  loaded: AnyRow[]
  onFilled(): void
}
const keysOf = ({ lines, errors }: LinesProps) => JSON.stringify([lines.map((l) => [l.key, l.name]), errors.map(String)])
/** The table is drawn anew when members come, go or move, not when something is typed in it: each field draws itself. */
const Lines = memo(LinesTable, (was, now) => was.loaded === now.loaded && keysOf(was) === keysOf(now))
/** What the lines of the table do with the form: filling in, another head, what a number says, checks and hints. */
function useLines({ head, loaded, onFilled }: { head: number; loaded: readonly AnyRow[]; onFilled(): void }) {
  const { say } = useSay()
  const form = Form.useFormInstance()
  const put = (i: number, patch: Record<string, unknown>) => {
    const changed = Object.entries(patch).filter(([n, v]) => form.getFieldValue([LIST, i, n]) !== v)
    for (const [n, v] of changed) form.setFieldValue([LIST, i, n], v)
    // nobody typed it: whoever follows the form is told, or goes on saying that it is missing
    if (changed.length > 0) onFilled()
  }
  const makeHead = (i: number) => {
    if (head >= 0) put(head, { yhzgx: undefined })
    put(i, { yhzgx: HEAD[0], sfgyr: '1' })
  }
  // sex stands in a resident's identity number; so does the birthday, which is shown beside it
  const readNumber = (i: number) => {
    const v = form.getFieldValue([LIST, i]) as MemberLike | undefined
    put(i, readMemberNumber(v?.cyzjlx, v?.cyzjhm))
  }
  const check = (i: number, name: string, f: Field) => async (_rule: unknown, v: unknown) => {
    const id = form.getFieldValue([LIST, i, 'id']) as unknown
    const old = loaded.find((m) => m.id === id)
    // what nobody touched bars no other change
    const stays = !!old && (v ?? '') !== '' && v === old[name]
    if (stays && f.mask && String(v).includes('*')) return
    const wrong =
      (stays ? undefined : checkValue(f, v)) ??
      (name === 'cyzjhm' ? changedIdWrong(form.getFieldValue([LIST, i, 'cyzjlx']), v, old && { zjlx: old.cyzjlx, zjhm: old.cyzjhm }) : undefined)
    if (wrong) throw new Error(say(wrong))
  }
  const hint = (i: number) => async () => {
    const members = (form.getFieldValue(LIST) ?? []) as MemberLike[]
    const wrong = kinHints(members).find((w) => w.field === `${LIST}.${i}.yhzgx`)?.msg
    if (wrong) throw new Error(say(wrong))
  }
  // from a spreadsheet: new lines begin as those that are added by hand
  const paste = useCellPaste({
    fields,
    check: (row) => {
      const msg = row.cyzjhm ? typedIdWrong((row.cyzjlx as string | undefined) ?? ZJLX.idCard, row.cyzjhm) : undefined
      return msg ? [{ name: 'cyzjhm', msg }] : []
    },
    onRows: (at, rows) => {
      const list = [...((form.getFieldValue(LIST) ?? []) as Record<string, unknown>[])]
      rows.forEach((row, i) => (list[at + i] = { ...(list[at + i] ?? NEW_MEMBER), ...row }))
      form.setFieldValue(LIST, list)
      rows.forEach((_, i) => readNumber(at + i))
      onFilled()
    },
  })
  return { makeHead, readNumber, check, hint, paste }
}
function LinesTable({ lines, does: { add, remove, move }, errors, loaded, onFilled }: LinesProps) {
  const { say, lang } = useSay()
  const form = Form.useFormInstance()
  const reader = useDesk('idCard', true) !== undefined
  const head = Form.useWatch((v: Household) => headIndex((v[LIST] ?? []).map((m) => m ?? {})), form) ?? headIndex(loaded as MemberLike[])
  const { makeHead, readNumber, check, hint, paste } = useLines({ head, loaded, onFilled })
  const columns: TableColumnType<Line>[] = fields.map(([name, f]) => ({
    key: name,
    title: `${say(labelOf(f))}${f.required ? ' *' : ''}`,
    width: WIDTH[lang][name] ?? f.width ?? 160,
    // whose line it is is seen wherever the table is moved to
    ...(name === 'cyxm' ? { fixed: 'start' as const } : {}),
    render: (_v, line) => (
      <Form.Item
        name={[line.name, name]}
        style={{ marginBottom: 0 }}
        rules={[{ validator: check(line.name, name, f) }, ...(name === 'yhzgx' ? [{ warningOnly: true, validator: hint(line.name) }] : [])]}
      >
        {cloneElement(kinds[f.kind].input(f) as ReactElement<Record<string, unknown>>, {
          'aria-label': say(labelOf(f)),
          ...(name === 'cyzjhm' ? { onBlur: () => readNumber(line.name) } : {}),
        })}
      </Form.Item>
    ),
  }))
  const birthday: TableColumnType<Line> = {
    key: 'birthday',
    title: say(words.birthday),
    width: WIDTH[lang].birthday!,
    render: (_v, line) => <Birthday at={line.name} />,
  }
  return (
    <div onPaste={paste}>
      <Table<Line>
        size="small"
        pagination={false}
        dataSource={lines}
        rowKey="key"
        scroll={{ x: Object.values(WIDTH[lang]).reduce((sum, w) => sum + w, NUMBER + (reader ? 290 : 250)) }}
        columns={[
          {
            key: '#',
            title: '#',
            width: NUMBER,
            fixed: 'start',
            render: (_v, line) => (
              <Space size={0} orientation="vertical">
                {line.name + 1}
                {line.name === head && (
                  <Tag color="blue" style={{ margin: 0, paddingInline: 2 }}>
                    {say(words.head)}
                  </Tag>
                )}
              </Space>
            ),
          },
          ...columns.slice(0, 5),
          birthday,
          ...columns.slice(5),
          {
            key: 'do',
            title: say(phrases.actions),
            width: reader ? 290 : 250,
            render: (_v, line) => (
              <Space size={0}>
                <CardButton of={jtcy} fields={CARD} at={[LIST, line.name]} sign={String(line.name + 1)} onFilled={onFilled} />
                <Button type="link" size="small" disabled={line.name === head} onClick={() => makeHead(line.name)}>
                  {say(words.setHead)}
                </Button>
                <Button type="link" size="small" disabled={line.name === 0} onClick={() => move(line.name, line.name - 1)}>
                  {say(words.moveUp)}
                </Button>
                <Button type="link" size="small" onClick={() => add(copyOf(form.getFieldValue([LIST, line.name])), line.name + 1)}>
                  {say(words.copyMember)}
                </Button>
                <Button type="link" size="small" danger onClick={() => remove(line.name)}>
                  {say(words.removeMember)}
                </Button>
              </Space>
            ),
          },
        ]}
      />
      <Form.ErrorList errors={[...errors]} />
      <Button block type="dashed" icon={<PlusOutlined />} style={{ margin: '12px 0' }} onClick={() => add(NEW_MEMBER)}>
        {say(words.addMember)}
      </Button>
    </div>
  )
}
/** The birthday that stands in a member's number, as it is typed; that it is masked with the number. */
function Birthday({ at }: { at: number }) {
  const { say } = useSay()
  const told = Form.useWatch((v: Household) => birthdayOf(v[LIST]?.[at]))
  const isMasked = Form.useWatch((v: Household) => String(v[LIST]?.[at]?.cyzjhm ?? '').includes('*'))
  return isMasked ? say(words.masked) : (told ?? '')
}

/** A line like another one, without what makes a person: its row, name and number. */
const copyOf = ({ id: _, cyxm: __, cyzjhm: ___, ...m }: Record<string, unknown>): Record<string, unknown> => ({ ...m, yhzgx: undefined })
const birthdayOf = (m: MemberLike | undefined): string => (m?.cyzjlx === ZJLX.idCard && readIdCard(String(m?.cyzjhm ?? ''))?.birthday) || ''

/** Members to read: the columns of the definition, the head marked. */
export function MemberTable({ rows }: { rows: readonly AnyRow[] }) {
  const { say, lang } = useSay()
  const head = headIndex(rows as readonly (AnyRow & MemberLike)[])
  const shown = fields.filter(([n]) => n !== 'cybzsm')
  return (
    <Table<AnyRow>
      size="small"
      pagination={false}
      // those of a case have no row of their own yet
      rowKey={(m) => m.id ?? `${rows.indexOf(m)}`}
      dataSource={[...rows]}
      scroll={{ x: Object.values(READ[lang]).reduce((sum, w) => sum + w, NUMBER) }}
      columns={[
        { key: '#', title: '#', width: NUMBER, fixed: 'start', render: (_v, _m, i) => i + 1 },
        ...shown.map(([n, f]) => ({
          key: n,
          dataIndex: n,
          title: say(labelOf(f)),
          width: READ[lang][n] ?? f.width ?? 120,
          ...(n === 'cyxm' ? { fixed: 'start' as const } : {}),
          render: (v: unknown, m: AnyRow, i: number) => (
            <Space size={4}>
              {kinds[f.kind].show(v, f, n, m)}
              {n === 'cyxm' && i === head && <Tag color="blue">{say(words.head)}</Tag>}
            </Space>
          ),
        })),
      ]}
    />
  )
}
