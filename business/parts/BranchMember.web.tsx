import { Select, Tag, Tooltip, Typography } from 'antd'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import type { Form } from '../cases/definitions/business.ts'
import { formsIn } from '../cases/definitions/form.ts'
import { faultAt } from '../cases/web/Changes.web.tsx'
import { headOf, isRelationUnknown, setRelation } from './branch-placing.ts'
import { words } from './branch-words.ts'
import { HOUSE } from './branches.ts'
import { branchChoices, plain, type BranchesView } from './branches.web.ts'
import { ZoneRow } from './Zone.web.tsx'

/** Relations that nearly all members have stand first in their list; the others follow in the order of their codes. */
const USUAL = ['02', '10', '11', '12', '20', '30', '97', '51', '52', '38', '28', '41', '42']
const usualFirst = <C extends { value: string }>(all: readonly C[]): C[] => [
  ...USUAL.flatMap((v) => all.find((c) => c.value === v) ?? []),
  ...all.filter((c) => !USUAL.includes(c.value)),
]
const NOWHERE = ''

interface RelationProps {
  view: BranchesView
  member: Form
  place: number
  name: string | undefined
  fault: string | undefined
}
/** The relation of a member to the head of his household, chosen where it may be changed. */
function Relation({ view, member, place, name, fault }: RelationProps) {
  const { label, lang } = useSay()
  const relations = useDict('yhzgx')
  const relation = plain(member.yhzgx)
  if (!view.isEditable) return relations.label(relation)
  const isLong = relations.label(relation).length > 2
  const width = lang === 'en' ? { flex: '0 0 164px' } : isLong ? { flex: '0 0 96px' } : { flex: '0 1 92px', minWidth: 56 }
  const status = fault ? 'error' : isRelationUnknown(member, view.people) ? 'warning' : undefined
  return (
    <Select
      size="small"
      showSearch={{ optionFilterProp: 'label' }}
      style={width}
      aria-label={`${label(HOUSE.jtcyList.many.yhzgx)} ${name}`}
      value={relation || undefined}
      popupMatchSelectWidth={200}
      {...(status ? { status } : {})}
      options={usualFirst(relations.choices).map(({ value, label }) => ({ value, label }))}
      onChange={(v: string) => view.onHouseholds(setRelation(view.households, place, String(member.id), v, view.people))}
    />
  )
}

/** A member of the household that is split, in the household at `place` or in none yet. */
export function BranchMember({ view, id, place }: { view: BranchesView; id: string; place?: number }) {
  const { say, lang } = useSay()
  const { households, people, isEditable, faults } = view
  const person = people.find((p) => p.id === id)
  const members = place === undefined ? [] : formsIn(households[place]!.jtcyList)
  const index = members.findIndex((m) => m.id === id)
  const member = members[index]
  const fault = place === undefined ? undefined : faultAt(faults, `households.${place}.jtcyList.${index}.yhzgx`)
  const isHead = place !== undefined && headOf(households[place]!) === id
  return (
    <div>
      {/* relations are two signs in Chinese, and words in English, which take a line more */}
      <ZoneRow of={{ kind: 'member', id }} onDrag={view.onDrag} wrap={lang === 'en'}>
        <Tooltip title={view.numbers.get(id) ?? ''}>
          <span style={{ flex: '1 0 56px' }}>
            {plain(member?.cyxm) || person?.cyxm} {!isEditable && isHead && <Tag color="blue">{say(words.head)}</Tag>}
          </span>
        </Tooltip>
        {place !== undefined && <Relation view={view} member={member ?? { id }} place={place} name={person?.cyxm} fault={fault} />}
        {isEditable && (
          <Select
            size="small"
            style={{ flex: '0 1 108px', minWidth: 72 }}
            aria-label={`${say(words.to)} ${person?.cyxm}`}
            value={place === undefined ? NOWHERE : `${place}`}
            options={[...branchChoices(households), { value: NOWHERE, label: say(words.unplaced) }]}
            onChange={(v: string) => view.onMember(id, v === NOWHERE ? undefined : Number(v))}
          />
        )}
      </ZoneRow>
      {fault && (
        <Typography.Text type="danger" role="alert" style={{ fontSize: 12 }}>
          {fault}
        </Typography.Text>
      )}
      {!fault && isEditable && isRelationUnknown(member, people) && (
        <Typography.Text type="warning" style={{ fontSize: 12 }}>
          {say(words.untold)}
        </Typography.Text>
      )}
    </div>
  )
}
