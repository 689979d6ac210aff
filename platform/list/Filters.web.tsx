import { CloseOutlined, FilterOutlined, SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import { labelOf, type Field } from '../../kit/model/field.ts'
import { entries, type AnyResource } from '../../kit/model/resource.ts'
import type { WhereCondition } from '../../kit/model/where.ts'
import { ClearInput, ClearSelect } from '../../kit/web/clear.web.tsx'
import { isComposing } from '../../kit/web/day-clock.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { SearchBar } from '../../kit/web/SearchBar.web.tsx'
import { useDict, useRegionName, useSay } from '../../kit/web/words.web.ts'
import { ConditionRows } from './ConditionRows.web.tsx'
import { MissingMenu } from './missing/Missing.web.tsx'
import { expressionOf, readExpression, withinWord, type FilterChoices, type Filters } from './conditions.ts'
import { operators, withoutFilter, listPhrases as words } from './words.ts'

/** One filter in words, and the button that takes it away. */
function Chip({ name, value, onRemove }: { name: Text; value: string; onRemove(): void }) {
  const { say } = useSay()
  return (
    <li className="list-chip">
      <span title={`${say(name)}: ${value}`}>
        {say(name)}: <b>{value}</b>
      </span>
      <Button size="small" type="text" icon={<CloseOutlined />} aria-label={say(withoutFilter(name.zh, name.en))} onClick={onRemove} />
    </li>
  )
}
/** The words of a field's filter: names of keys, and ranges by their ends. */
function FieldChip({ name, field: f, filters, onRemove }: { name: string; field: Field; filters: Filters; onRemove(names: readonly string[]): void }) {
  const { say } = useSay()
  const { label } = useDict(f.kind === 'dict' ? (f.dict ?? '') : '')
  const text = filters[name] ?? ''
  const region = useRegionName(f.kind === 'region' ? text : '')
  if (f.search === 'range') {
    const [from, to] = [filters[`${name}Start`], filters[`${name}End`]]
    if (!from && !to) return null
    const value = from && to ? `${from} ${say({ zh: '至', en: 'to' })} ${to}` : from ? `≥ ${from}` : `≤ ${to}`
    return <Chip name={labelOf(f)} value={value} onRemove={() => onRemove([`${name}Start`, `${name}End`])} />
  }
  if (!text) return null
  const words =
    f.kind === 'dict'
      ? text.split(',').map(label).join('、')
      : f.kind === 'flag'
        ? say(text === '1' ? phrases.yes : phrases.no)
        : f.kind === 'region'
          ? region
          : text
  return <Chip name={labelOf(f)} value={words} onRemove={() => onRemove([name])} />
}

/** One condition of the filter expression in words. */
function ConditionChip({ field: f, of: c, isOr, onRemove }: { field: Field; of: WhereCondition; isOr: boolean; onRemove(): void }) {
  const { say } = useSay()
  const { label } = useDict(f.kind === 'dict' ? (f.dict ?? '') : '')
  const region = useRegionName(f.kind === 'region' ? String(c.value ?? '') : '')
  const one = (v: unknown) => (f.kind === 'dict' ? label(v) : f.kind === 'region' ? region : String(v))
  const days = withinWord(c.value)
  const value = c.op === 'within' && days ? say(days) : Array.isArray(c.value) ? c.value.map(one).join(c.op === 'between' ? ' ~ ' : '、') : one(c.value ?? '')
  const name = labelOf(f)
  return (
    <Chip
      name={isOr ? { zh: `${words.or.zh} ${name.zh}`, en: `${words.or.en} ${name.en}` } : name}
      value={`${say(operators[c.op])} ${value}`.trim()}
      onRemove={onRemove}
    />
  )
}
/** The filter expression of the address as chips. */
function ExpressionChips({ of: r, where, onChange }: { of: AnyResource; where: string; onChange(where: string): void }) {
  const { how, conditions } = readExpression(where)
  return conditions.map((c, i) => {
    const f = r.fields[c.field]
    return f ? (
      <ConditionChip
        key={i}
        field={f}
        of={c}
        isOr={how === 'or' && i > 0}
        onRemove={() => onChange(expressionOf({ how, conditions: conditions.filter((_, j) => j !== i) }))}
      />
    ) : null
  })
}

/** The field that people look for rows by: asked at once, beside the chips. */
const quickOf = (r: AnyResource): string | undefined => {
  const search = (n: string | undefined) => (n === undefined || r.fields[n]?.kind !== 'text' ? '' : (r.fields[n].search ?? ''))
  const isName = (n: string | undefined) => search(n) === 'name' || search(n) === 'like'
  return [r.title, ...Object.keys(r.fields)].find(isName) ?? (search(r.title) === 'prefix' ? r.title : undefined)
}
function Quick({ name, field, value, onSearch }: { name: string; field: Field; value: string; onSearch(v: string): void }) {
  const { say } = useSay()
  const [typed, setTyped] = useState(value)
  // the address changes behind the line's back (back button, links); a tab that is shown again keeps what is typed
  const [from, setFrom] = useState(value)
  if (from !== value) {
    setFrom(value)
    setTyped(value)
  }
  return (
    <ClearInput
      className="list-quick"
      size="small"
      name={`quick-${name}`}
      suffix={<SearchOutlined />}
      aria-label={say(words.quick)}
      placeholder={say(labelOf(field))}
      value={typed}
      onChange={(e) => {
        setTyped(e.target.value)
        if (e.target.value === '' && value) onSearch('')
      }}
      onKeyDown={(e) => {
        if (e.key === 'Enter' && !isComposing(e)) onSearch(typed.trim())
      }}
    />
  )
}

interface FiltersRowProps {
  of: AnyResource
  filters: Filters
  /** names that are searched elsewhere */
  without: readonly string[]
  choices: FilterChoices
  /** whether the list takes a filter expression */
  expressed: boolean
  /** the chip of the region, where the list has one */
  region?: ReactNode
  onSearch(filters: Record<string, string>): void
  children?: ReactNode
}
/** What narrows a list: chips in words, the quick search, and the form with every field, which opens on demand. Source: platform.md 2 (search form). */
export function FiltersRow({ of: r, filters, without, choices, expressed, region, onSearch, children }: FiltersRowProps) {
  const { say } = useSay()
  const [isOpen, setOpen] = useState(false)
  const fields = entries(r).filter(([n, f]) => f.search && !without.includes(n))
  const others = Object.entries(choices)
  const quick = quickOf(r)
  const isQuick = quick !== undefined && !without.includes(quick)
  const remove = (names: readonly string[]) => onSearch(Object.fromEntries(Object.entries(filters).filter(([n]) => !names.includes(n))))
  const set = (n: string, v: string | undefined) => onSearch({ ...filters, [n]: v ?? '' })
  const asked = [...fields.flatMap(([n, f]) => (f.search === 'range' ? [`${n}Start`, `${n}End`] : [n])), ...others.map(([n]) => n), 'where'].filter(
    (n) => filters[n],
  )
  const hasFilters = fields.length > 0 || others.length > 0
  return (
    <>
      {(hasFilters || region || children) && (
        <div className="list-filters">
          <ul className="list-chips" aria-label={say(words.filters)}>
            {region && <li>{region}</li>}
            {isQuick && (
              <li>
                <Quick name={quick} field={r.fields[quick]!} value={filters[quick] ?? ''} onSearch={(v) => set(quick, v)} />
              </li>
            )}
            {fields.map(([n, f]) => (n === quick ? null : <FieldChip key={n} name={n} field={f} filters={filters} onRemove={remove} />))}
            {others.map(([n, c]) => {
              const chosen = c.choices.find((x) => x.value === filters[n])
              return filters[n] ? <Chip key={n} name={c.label} value={chosen ? say(chosen.label) : filters[n]} onRemove={() => remove([n])} /> : null
            })}
            {filters.where && <ExpressionChips of={r} where={filters.where} onChange={(v) => set('where', v)} />}
            {hasFilters && (
              <li>
                <Button
                  size="small"
                  shape="round"
                  icon={<FilterOutlined />}
                  aria-label={say(words.filter)}
                  aria-expanded={isOpen}
                  onClick={() => setOpen(!isOpen)}
                >
                  {say(words.filter)}
                </Button>
              </li>
            )}
            {hasFilters && (
              <li>
                <MissingMenu of={r} filters={filters} without={without} choices={choices} expressed={expressed} onSet={set} />
              </li>
            )}
            {asked.length > 0 && (
              <li>
                <Button size="small" type="link" onClick={() => remove(asked)}>
                  {say(words.clearAll)}
                </Button>
              </li>
            )}
          </ul>
          {children}
        </div>
      )}
      {isOpen && (
        <div className="list-builder">
          {others.length > 0 && (
            <div className="list-more-fields">
              {others.map(([n, { label, choices: all }]) => (
                <ClearSelect
                  key={n}
                  aria-label={say(label)}
                  placeholder={say({ zh: `${label.zh}：不限`, en: `${label.en}: any` })}
                  value={filters[n] || null}
                  onChange={(v: string | undefined) => set(n, v)}
                  options={all.map((c) => ({ value: c.value, label: say({ zh: `${label.zh}：${c.label.zh}`, en: `${label.en}: ${c.label.en}` }) }))}
                />
              ))}
            </div>
          )}
          {expressed && <ConditionRows of={r} without={without} where={filters.where} onChange={(v) => set('where', v)} />}
          <SearchBar of={r} filters={filters as Record<string, string>} without={without} onSearch={onSearch} />
        </div>
      )}
    </>
  )
}
