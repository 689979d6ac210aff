import { PlusOutlined } from '@ant-design/icons'
import { Alert, Button, Flex, Select, Space } from 'antd'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { HEAD } from '../../../land/definitions/household.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { formsIn } from '../../cases/definitions/form.ts'
import { DEAD } from '../../../land/definitions/person.ts'
import { useBook, useHolder } from '../../parts/Book.web.tsx'
import { ListFault } from '../../cases/web/Changes.web.tsx'
import { memberForm, MembersTable, NEW_MEMBER, type FormMember } from '../../parts/MembersTable.web.tsx'
import type { PartProps } from '../../cases/web/screen.web.ts'
import { restated } from '../../parts/relations.ts'
import { ITEM } from './type.ts'
import { words } from './words.ts'

const isHead = (m: AnyRow | Form) => (HEAD as readonly unknown[]).includes(m.yhzgx)
const related = ({ yhzgx, cyxb }: AnyRow) => ({ yhzgx: String(yhzgx ?? ''), cyxb: String(cyxb ?? '') })

/** The household before and after in one table: who comes, leaves or dies, and, with a new representative, how all are related. */
export function ChangedMembers({ form, onChange, editing, faults, about }: PartProps) {
  const { say } = useSay()
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
        return m.id === id ? { ...m, yhzgx: HEAD[0], sfgyr: '1' } : { ...m, yhzgx: was ? restated(related(was), related(next), before.map(related)) : m.yhzgx }
      }),
    )
  }
  const may = (n: string, r: FormMember) =>
    all && !!r.is && (byHead ? n === 'yhzgx' && !isHead(r.is) : !(r.was && isHead(r.was) && ['cyxm', 'cyzjlx', 'cyzjhm', 'yhzgx'].includes(n)))
  const acts = (r: FormMember) => {
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
            options={before.filter((w) => !isHead(w) && w.cybz !== DEAD).map((w) => ({ value: String(w.id), label: `${w.cyxm} ${w.cyzjhm}` }))}
            onChange={chooseHead}
          />
        </>
      )}
      <ListFault faults={faults} at="jtcyList" />
      <MembersTable before={before} after={after} may={may} onSet={set} onList={all && !byHead ? put : undefined} faults={faults} {...(all ? { acts } : {})} />
      {all && !byHead && (
        <Button block type="dashed" icon={<PlusOutlined />} onClick={() => put([...after, NEW_MEMBER])}>
          {say(words.addMember)}
        </Button>
      )}
    </Flex>
  )
}
