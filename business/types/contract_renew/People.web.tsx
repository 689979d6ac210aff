// Members of households that are extended with other members, or as one.
import { PlusOutlined } from '@ant-design/icons'
import { Button, Flex, Select, Space } from 'antd'
import { useEffect } from 'react'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { HEAD } from '../../../land/definitions/household.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { formsIn } from '../../cases/definitions/form.ts'
import { DEAD } from '../../../land/definitions/person.ts'
import { restated } from '../../parts/relations.ts'
import { useHolders } from '../../parts/Book.web.tsx'
import { ListFault } from '../../cases/web/Changes.web.tsx'
import { memberForm, MembersTable, NEW_MEMBER, type FormMember } from '../../parts/MembersTable.web.tsx'
import type { PartProps } from '../../cases/web/screen.web.ts'
import { WAY } from './type.ts'
import { words } from './words.ts'

const isHead = (m: AnyRow | Form) => (HEAD as readonly unknown[]).includes(m.yhzgx)
const related = ({ yhzgx, cyxb }: AnyRow) => ({ yhzgx: String(yhzgx ?? ''), cyxb: String(cyxb ?? '') })
/** The books of a household and of those that are merged into it. */
const booksOf = (h: Form, nh: readonly Form[]) => [h, ...nh.filter((o) => o.ybddlx === WAY.merged && o.into === h.cbjyqzbm)].map((o) => o.cbjyqzbm)
const hasMembers = (h: Form) => h.ybddlx === WAY.people || (h.ybddlx === WAY.merged && !h.into)

interface FillProps {
  household: Form
  nh: readonly Form[]
  onChange(patch: Form): void
}
/** Brings the members of the register into the form as soon as a household is extended in a way that says them; shows nothing. */
export function Fill({ household, nh, onChange }: FillProps) {
  const wanted = hasMembers(household)
  const found = useHolders(wanted ? booksOf(household, nh) : [], wanted)
  const people = found.flatMap((f, i) => (f.data?.jtcyList ?? []).map((m) => ({ m, own: i === 0 })))
  const isLoaded = wanted && found.every((f) => f.data)
  const after = formsIn(household.jtcyList)
  // asked again until it stands there: another household may have been filled from the same form at the same time
  useEffect(() => {
    if (!isLoaded) return
    const merged = household.ybddlx === WAY.merged
    if (after.length && !merged) return
    const come = people.filter((p) => !after.some((a) => a.id === p.m.id))
    const stay = after.filter((a) => people.some((p) => p.m.id === a.id))
    // who heads a household that is taken in is related to the other head anew
    const fresh = come.map(({ m, own }) => ({ ...memberForm(m), ...(own || !isHead(m) ? {} : { yhzgx: '97' }) }))
    if (come.length || stay.length < after.length) onChange({ jtcyList: [...stay, ...fresh] })
  })
  return null
}

interface PeopleProps extends FillProps {
  /** path of the household in the form */
  at: string
  editable: boolean
  faults: PartProps['faults']
}
/** The household before and after in one table: who comes, leaves or dies, who represents it; of households that become one the relations to the head alone. */
export function People({ household, nh, at, editable, faults, onChange }: PeopleProps) {
  const { say } = useSay()
  const found = useHolders(booksOf(household, nh), editable)
  if (!hasMembers(household)) return null
  const after = formsIn(household.jtcyList)
  const before = editable ? found.flatMap((f) => f.data?.jtcyList ?? []) : (after as AnyRow[])
  const merged = household.ybddlx === WAY.merged
  const head = after.find(isHead)
  const byHead = !merged && !!head && before.some((w) => w.id === head.id && !isHead(w))
  const put = (jtcyList: readonly Form[]) => onChange({ jtcyList })
  const set = (i: number, patch: Form) => put(after.map((m, j) => (j === i ? { ...m, ...patch } : m)))
  const own = faults.flatMap((f) => (f.field.startsWith(`${at}.`) ? [{ ...f, field: f.field.slice(at.length + 1) }] : []))
  const chooseHead = (id: string) => {
    const next = before.find((w) => w.id === id)
    if (!next) return
    put(
      after.map((m) => {
        const was = before.find((w) => w.id === m.id)
        if (m.id === id) return { ...m, yhzgx: isHead(next) ? next.yhzgx : HEAD[0], sfgyr: '1' }
        return { ...m, yhzgx: was ? (isHead(next) ? was.yhzgx : restated(related(was), related(next))) : m.yhzgx }
      }),
    )
  }
  const may = (n: string, r: FormMember) => {
    if (!editable || !r.is) return false
    if (merged || byHead) return n === 'yhzgx' && !isHead(r.is)
    return !(r.was && isHead(r.was) && ['cyxm', 'cyzjlx', 'cyzjhm', 'yhzgx'].includes(n))
  }
  const acts = (r: FormMember) => {
    if (!r.is)
      return (
        <Button type="link" size="small" onClick={() => put([...after, memberForm(r.was!)])}>
          {say(words.stay)}
        </Button>
      )
    if (isHead(r.is) || (byHead && !(r.was && isHead(r.was)))) return null
    return (
      <Space size={0}>
        {r.was && (
          <Button type="link" size="small" onClick={() => set(r.at, { cybz: DEAD, sfgyr: '2' })}>
            {say(words.died)}
          </Button>
        )}
        <Button type="link" size="small" danger onClick={() => put(after.filter((_, i) => i !== r.at))}>
          {say(words.leave)}
        </Button>
      </Space>
    )
  }
  return (
    <Flex vertical gap="small" style={{ marginBottom: 8 }}>
      {editable && !merged && (
        <Flex gap="small" align="center">
          <span>{say(words.head)}</span>
          <Select
            style={{ minWidth: 240 }}
            aria-label={`${say(words.head)} ${household.cbjyqzbm}`}
            value={head ? String(head.id ?? '') : undefined}
            options={before.filter((w) => w.cybz !== DEAD).map((w) => ({ value: String(w.id), label: `${w.cyxm} ${w.cyzjhm}` }))}
            onChange={chooseHead}
          />
        </Flex>
      )}
      <ListFault faults={own} at="jtcyList" />
      <MembersTable
        before={before}
        after={after}
        may={may}
        onSet={set}
        onList={editable && !merged && !byHead ? put : undefined}
        faults={own}
        {...(editable && !merged ? { acts } : {})}
      />
      {editable && !merged && !byHead && (
        <Button block type="dashed" icon={<PlusOutlined />} onClick={() => put([...after, NEW_MEMBER])}>
          {say(words.addMember)}
        </Button>
      )}
    </Flex>
  )
}
