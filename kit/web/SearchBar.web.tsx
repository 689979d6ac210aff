import { Button, Col, Form, Row, Space } from 'antd'
import { cloneElement, useEffect, useState } from 'react'
import { labelOf } from '../model/check.ts'
import type { Field } from '../model/field.ts'
import { entries, isPicked, type AnyResource } from '../model/resource.ts'
import type { Range } from './inputs.web.tsx'
import { kinds } from './kinds.web.tsx'
import { filterNames } from './list-state.web.ts'
import { phrases, prompt } from './phrases.ts'
import { useSay } from './words.web.ts'

type Values = Record<string, unknown>
/** Query texts to form values: a range gathers its two names. */
export function toValues(r: AnyResource, filters: Record<string, string>): Values {
  return Object.fromEntries(entries(r).filter(([, f]) => f.search).map(([n, f]) =>
    [n, f.search === 'range' ? (filters[`${n}Start`] || filters[`${n}End`] ? [filters[`${n}Start`], filters[`${n}End`]] : undefined) : filters[n]]))
}
/** Form values to query texts: `<field>Start` and `<field>End` for ranges, nothing for what is empty. */
export function toFilters(r: AnyResource, values: Values): Record<string, string> {
  const out: Record<string, string> = {}
  const put = (n: string, v: unknown) => { if (v !== undefined && v !== null && String(v).trim() !== '') out[n] = String(v).trim() }
  for (const [n, f] of entries(r)) {
    if (f.search === 'range') (values[n] as Range | undefined)?.forEach((v, i) => put(n + (i ? 'End' : 'Start'), v))
    else if (f.search) put(n, values[n])
  }
  return out
}

/** Four fields a row; the last place of the second row is for the buttons. */
const VISIBLE = 7

interface SearchBarProps { of: AnyResource; filters: Record<string, string>; onSearch(filters: Record<string, string>): void; without?: readonly string[] }
/** The search row of a list. Enter searches; clear empties all and searches; more than two rows fold. `without` names fields searched elsewhere. */
export function SearchBar({ of: r, filters, onSearch, without = [] }: SearchBarProps) {
  const { say, label } = useSay()
  const [form] = Form.useForm<Values>()
  const fields = entries(r).filter(([n, f]) => f.search && !without.includes(n)) as [string, Field<any>][]
  const [open, setOpen] = useState(false)
  const key = JSON.stringify(filters)
  // the address changes behind the form's back (back button, links), and then the form follows
  useEffect(() => { form.setFieldsValue(toValues(r, JSON.parse(key) as Record<string, string>)) }, [form, r, key])
  if (fields.length === 0) return null
  const kept = Object.fromEntries(Object.entries(filters).filter(([n]) => without.includes(n) || !filterNames(r).includes(n)))
  const search = (values: Values) => onSearch({ ...toFilters(r, values), ...kept })
  const foldable = fields.length > VISIBLE
  return (
    <Form form={form} name={`${r.name}-search`} role="search" labelCol={{ flex: '7em' }} labelWrap onFinish={search}>
      <Row gutter={16}>
        {fields.map(([n, f], i) => (
          <Col key={n} xs={24} sm={12} lg={8} xl={6} hidden={foldable && !open && i >= VISIBLE}>
            <Form.Item name={n} label={label(f)} style={{ marginBottom: 12 }}>
              {cloneElement(kinds[f.kind].search(f) as React.ReactElement<Values>,
                { 'aria-label': label(f), placeholder: say(prompt(f.label, labelOf(f).en, isPicked(f))) })}
            </Form.Item>
          </Col>
        ))}
        <Col flex="auto" style={{ textAlign: 'right', marginBottom: 12 }}>
          <Space>
            <Button type="primary" htmlType="submit">{say(phrases.search)}</Button>
            <Button onClick={() => { form.setFieldsValue(toValues(r, {})); onSearch(kept) }}>{say(phrases.reset)}</Button>
            {foldable && <Button type="link" aria-expanded={open} onClick={() => setOpen(!open)}>{say(open ? phrases.collapse : phrases.expand)}</Button>}
          </Space>
        </Col>
      </Row>
    </Form>
  )
}
