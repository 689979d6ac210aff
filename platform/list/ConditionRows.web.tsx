import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, Segmented, Select } from 'antd'
import { cloneElement, useState } from 'react'
import { labelOf, type Field } from '../../kit/model/field.ts'
import { entries, type AnyResource } from '../../kit/model/resource.ts'
import { operatorsOf, WHERE_LIMITS, type Operator, type WhereCondition } from '../../kit/model/where.ts'
import { kinds } from '../../kit/web/kinds.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { expressionOf, saysAll, readExpression, WITHIN, type Expression } from './conditions.ts'
import { operators, listPhrases as words } from './words.ts'

type InputOf = React.ReactElement<Record<string, unknown>>
/** What a condition is compared with, entered as the field is. */
function Value({ field: f, op, value, onChange }: { field: Field; op: Operator; value: unknown; onChange(v: unknown): void }) {
  const { say } = useSay()
  const name = (n?: number) => `${say(labelOf(f))} ${say(words.value)}${n === undefined ? '' : ` ${n + 1}`}`
  const one = (v: unknown, n?: number) =>
    cloneElement(kinds[f.kind].input(f) as InputOf, {
      value: v,
      'aria-label': name(n),
      onChange: (x: unknown) => {
        const t = x && typeof x === 'object' && 'target' in x ? (x as { target: { value: unknown } }).target.value : x
        const next = t === undefined || t === null ? '' : String(t)
        if (n === undefined) return onChange(next)
        const both = Array.isArray(value) ? [...(value as unknown[])] : ['', '']
        both[n] = next
        onChange(both)
      },
    })
  if (op === 'empty' || op === 'notEmpty') return null
  if (op === 'between') return [0, 1].map((n) => <span key={n}>{one((value as unknown[] | undefined)?.[n], n)}</span>)
  if (op === 'within')
    return (
      <Select
        aria-label={name()}
        value={value === undefined ? null : JSON.stringify(value)}
        options={WITHIN.map((w) => ({ value: JSON.stringify(w.value), label: say(w.label) }))}
        onChange={(t: string) => onChange(JSON.parse(t))}
      />
    )
  if (op === 'in')
    return f.kind === 'dict' ? (
      cloneElement(kinds.dict.search({ ...f, search: 'in' }) as InputOf, {
        'aria-label': name(),
        value: Array.isArray(value) ? value.join(',') : '',
        onChange: (t: unknown) => onChange(t ? String(t).split(',') : []),
      })
    ) : (
      <Input
        aria-label={name()}
        placeholder={say(words.many)}
        value={Array.isArray(value) ? value.join(',') : ''}
        onChange={(e) => onChange(e.target.value.split(/[,，\s]+/).filter(Boolean))}
      />
    )
  return one(value)
}

interface ConditionRowsProps {
  of: AnyResource
  without: readonly string[]
  /** the expression of the address */
  where: string | undefined
  onChange(where: string): void
}
/** The conditions of a list with their operators: all of them, or any. Source: rulings.md 60. */
export function ConditionRows({ of: r, without, where, onChange }: ConditionRowsProps) {
  const { say } = useSay()
  const [draft, setDraft] = useState<Expression>(() => readExpression(where))
  const [from, setFrom] = useState(where)
  if (from !== where) {
    setFrom(where)
    setDraft(readExpression(where))
  }
  const fields = entries(r).filter(([n, f]) => operatorsOf(f).length > 0 && !without.includes(n))
  if (fields.length === 0) return null
  const set = (i: number, patch: Partial<WhereCondition>) =>
    setDraft({ ...draft, conditions: draft.conditions.map((c, j) => (j === i ? { ...c, ...patch } : c)) })
  const fresh = (n: string): WhereCondition => ({ field: n, op: operatorsOf(r.fields[n]!)[0]! })
  return (
    <div className="list-conditions" role="group" aria-label={say(words.conditions)}>
      {draft.conditions.length > 1 && (
        <Segmented<Expression['how']>
          size="small"
          value={draft.how}
          options={[
            { value: 'and', label: say(words.all) },
            { value: 'or', label: say(words.any) },
          ]}
          onChange={(how) => setDraft({ ...draft, how })}
        />
      )}
      {draft.conditions.map((c, i) => {
        const f = r.fields[c.field]
        return (
          <div key={i} className="list-condition">
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              aria-label={say(words.field)}
              value={c.field}
              options={fields.map(([n, x]) => ({ value: n, label: say(labelOf(x)) }))}
              onChange={(n: string) => setDraft({ ...draft, conditions: draft.conditions.map((x, j) => (j === i ? fresh(n) : x)) })}
            />
            {f && (
              <>
                <Select
                  aria-label={say(words.operator)}
                  value={c.op}
                  options={operatorsOf(f).map((op) => ({ value: op, label: say(operators[op]) }))}
                  onChange={(op: Operator) => set(i, { op, value: undefined })}
                />
                <Value field={f} op={c.op} value={c.value} onChange={(value) => set(i, { value })} />
              </>
            )}
            <Button
              size="small"
              type="text"
              icon={<CloseOutlined />}
              aria-label={`${say(words.removeCondition)} ${i + 1}`}
              onClick={() => setDraft({ ...draft, conditions: draft.conditions.filter((_, j) => j !== i) })}
            />
          </div>
        )
      })}
      <Button
        size="small"
        icon={<PlusOutlined />}
        aria-label={say(words.addCondition)}
        disabled={draft.conditions.length >= WHERE_LIMITS.conditions}
        onClick={() => setDraft({ ...draft, conditions: [...draft.conditions, fresh(fields[0]![0])] })}
      >
        {say(words.addCondition)}
      </Button>
      {(draft.conditions.length > 0 || where) && (
        <Button size="small" type="primary" disabled={!draft.conditions.every(saysAll)} onClick={() => onChange(expressionOf(draft))}>
          {say(words.apply)}
        </Button>
      )}
    </div>
  )
}
