import { useQuery } from '@tanstack/react-query'
import { DatePicker, InputNumber, Space, Switch, Tag } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import type { Field } from '../model/field.ts'
import type { Page } from '../model/page.ts'
import { ClearSelect } from './clear.web.tsx'
import { api } from './client.web.ts'
import { phrases } from './phrases.ts'
import { TreeSelector } from './TreeSelector.web.tsx'
import { useDict, useRegionName, useSay, useTarget } from './words.web.ts'
import './day-clock.web.ts'
import { queryKeyOf } from './keys.web.ts'

/** What a form item hands to its input. Values are the wire's own texts; the form library hands them over untyped. */
export interface InputProps<V = any> {
  field: Field
  id?: string
  value?: V
  onChange?(v: V | undefined): void
  disabled?: boolean
  'aria-label'?: string
  'aria-required'?: boolean | 'true' | 'false'
}

/** The words of one dictionary key, the key in a tooltip. */
export function DictTag({ code, value }: { code: string; value: unknown }) {
  const { label } = useDict(code)
  if (value === null || value === undefined || value === '') return null
  return <span title={String(value)}>{label(value)}</span>
}
/** A flag of 0 or 1 as a tag. */
export function FlagTag({ value }: { value: unknown }) {
  const { say } = useSay()
  if (value === null || value === undefined || value === '') return null
  return Number(value) === 1 ? <Tag color="success">{say(phrases.yes)}</Tag> : <Tag>{say(phrases.no)}</Tag>
}
/** A region's name, its code in a tooltip. A row that brings the name asks nothing, and nothing watches for it. */
export function RegionText({ code, name }: { code: string; name?: string }) {
  return name ? <span title={code}>{name}</span> : <RegionByCode code={code} />
}
function RegionByCode({ code }: { code: string }) {
  return <span title={code}>{useRegionName(code)}</span>
}

/** One or several keys of the field's dictionary; a dictionary with parents is a tree whose headings cannot be chosen. */
export function DictInput({ field, multiple, value, onChange, ...rest }: InputProps & { multiple?: boolean }) {
  const { choices, tree, loading } = useDict(field.dict ?? '')
  const { say } = useSay()
  const allowed = field.values ? choices.filter((c) => field.values!.includes(c.value)) : choices
  const values = multiple ? (value ? String(value).split(',') : []) : value === null || value === '' ? undefined : value
  const change = (v: string | string[] | undefined) => onChange?.(Array.isArray(v) ? v.join(',') || undefined : v)
  if (tree) return <TreeSelector {...rest} nodes={choices} multiple={multiple} value={values as string} onChange={change} fullPath />
  return (
    <ClearSelect
      {...rest}
      loading={loading}
      options={allowed}
      mode={multiple ? 'multiple' : undefined}
      maxTagCount="responsive"
      style={{ width: '100%' }}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent={say(phrases.empty)}
      value={loading ? undefined : values}
      onChange={change}
    />
  )
}

const DAY = 'YYYY-MM-DD',
  MOMENT = 'YYYY-MM-DD HH:mm:ss'
const patternOf = (f: Field) => (f.kind === 'datetime' ? MOMENT : DAY)
const parse = (v: string | undefined): Dayjs | null => (v && dayjs(v).isValid() ? dayjs(v) : null)

/** A day or moment; text in, text out. */
export function DateInput({ field, value, onChange, ...rest }: InputProps<string>) {
  const pattern = patternOf(field)
  return (
    <DatePicker
      {...rest}
      format={pattern}
      showTime={field.kind === 'datetime'}
      style={{ width: '100%' }}
      value={parse(value)}
      onChange={(d) => onChange?.(d ? d.format(pattern) : undefined)}
    />
  )
}

/** The two ends of a range, either of which may be open. */
export type Range = readonly [string | undefined, string | undefined]
const range = (from?: string | null, to?: string | null): Range | undefined => (from || to ? [from || undefined, to || undefined] : undefined)

/** Days from and to. Moments are searched by day as well: the server takes the whole last day. */
export function DateRange({ field: _f, value, onChange, id, ...rest }: InputProps<Range>) {
  const { say } = useSay()
  const name = rest['aria-label']
  const [start, end] = [`${name} ${say(phrases.from)}`, `${name} ${say(phrases.to)}`]
  return (
    <DatePicker.RangePicker
      {...rest}
      id={{ start: id, end: id && `${id}-end` }}
      allowEmpty={[true, true]}
      format={DAY}
      style={{ width: '100%' }}
      placeholder={[start, end]}
      value={[parse(value?.[0]), parse(value?.[1])]}
      onChange={(d) => onChange?.(range(d?.[0]?.format(DAY), d?.[1]?.format(DAY)))}
    />
  )
}
/** Numbers from and to, as decimal texts. */
export function NumberRange({ field, value, onChange, id, ...rest }: InputProps<Range>) {
  const { say } = useSay()
  const common = { stringMode: true, controls: false, precision: field.kind === 'int' ? 0 : undefined, style: { width: '50%' } } as const
  return (
    <Space.Compact block>
      <InputNumber<string>
        {...common}
        id={id}
        aria-label={`${rest['aria-label']} ${say(phrases.from)}`}
        placeholder={say(phrases.from)}
        value={value?.[0]}
        onChange={(v) => onChange?.(range(v, value?.[1]))}
      />
      <InputNumber<string>
        {...common}
        aria-label={`${rest['aria-label']} ${say(phrases.to)}`}
        placeholder={say(phrases.to)}
        value={value?.[1]}
        onChange={(v) => onChange?.(range(value?.[0], v))}
      />
    </Space.Compact>
  )
}

/** A flag of 0 or 1 as a switch. */
export function FlagInput({ field: _f, value, onChange, ...rest }: InputProps<number>) {
  const { say } = useSay()
  return (
    <Switch
      {...rest}
      checkedChildren={say(phrases.yes)}
      unCheckedChildren={say(phrases.no)}
      checked={Number(value) === 1}
      onChange={(on) => onChange?.(on ? 1 : 0)}
    />
  )
}
/** Yes, no or either, for searching. */
export function FlagSearch({ field: _f, ...rest }: InputProps<string>) {
  const { say } = useSay()
  return (
    <ClearSelect
      {...rest}
      style={{ width: '100%' }}
      options={[
        { value: '1', label: say(phrases.yes) },
        { value: '0', label: say(phrases.no) },
      ]}
    />
  )
}

type RefRow = Record<string, unknown> & { id: string }
/** Picks rows of another resource by its title field; typing asks its list. Ids are joined by commas when several. */
export function RefInput({ field, value, onChange, ...rest }: InputProps<string>) {
  const target = useTarget(field)
  const [typed, setTyped] = useState('')
  const many = field.kind === 'refs'
  const title = target?.title ?? 'id'
  const searchable = !!target?.fields[title]?.search
  const chosen = value ? String(value).split(',') : []
  const found = useQuery({
    queryKey: queryKeyOf({ name: target?.name ?? '' }, 'pick', searchable ? typed : ''),
    enabled: !!target,
    queryFn: async () => {
      const asked = { current: 1, size: 30, ...(searchable && typed ? { [title]: typed } : {}) }
      const a = await api.get<Page<RefRow> | RefRow[]>(`${target!.path}/${target!.verb ?? 'page'}`, asked, { quiet: true })
      return Array.isArray(a) ? a : a.records
    },
  })
  const listed = found.data ?? []
  const missing = chosen.filter((id) => !listed.some((r) => r.id === id))
  const named = useQuery({
    queryKey: queryKeyOf({ name: target?.name ?? '' }, 'named', missing.join(',')),
    enabled: !!target && missing.length > 0 && !found.isLoading,
    queryFn: () => Promise.all(missing.map((id) => api.get<RefRow>(`${target!.path}/detail`, { id }, { quiet: true }))),
  })
  const options = [...listed, ...(named.data ?? [])].map((r) => ({ value: r.id, label: String(r[title] ?? r.id) }))
  return (
    <ClearSelect
      {...rest}
      mode={many ? 'multiple' : undefined}
      style={{ width: '100%' }}
      loading={found.isFetching}
      options={options}
      showSearch={searchable ? { filterOption: false, onSearch: setTyped } : { optionFilterProp: 'label' }}
      value={many ? chosen : chosen[0]}
      onChange={(v: string | string[] | undefined) => onChange?.(Array.isArray(v) ? v.join(',') || undefined : v)}
    />
  )
}
