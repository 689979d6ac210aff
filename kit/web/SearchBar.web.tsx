import { Button, Form, Space } from 'antd'
import { cloneElement, useEffect, useRef, useState } from 'react'
import { labelOf } from '../model/field.ts'
import { entries, isPicked, type AnyResource } from '../model/resource.ts'
import type { Range } from './inputs.web.tsx'
import { kinds } from './kinds.web.tsx'
import { searchNames } from './list-state.web.ts'
import { phrases, prompt } from './phrases.ts'
import { useSay } from './words.web.ts'

type Values = Record<string, unknown>
/** Query texts to form values: a range gathers its two names. */
export function toValues(r: AnyResource, filters: Record<string, string>): Values {
  return Object.fromEntries(
    entries(r)
      .filter(([, f]) => f.search)
      .map(([n, f]) => [
        n,
        f.search === 'range' ? (filters[`${n}Start`] || filters[`${n}End`] ? [filters[`${n}Start`], filters[`${n}End`]] : undefined) : filters[n],
      ]),
  )
}
/** Form values to query texts: `<field>Start` and `<field>End` for ranges, nothing for what is empty. */
export function toFilters(r: AnyResource, values: Values): Record<string, string> {
  const out: Record<string, string> = {}
  const put = (n: string, v: unknown) => {
    if (v !== undefined && v !== null && String(v).trim() !== '') out[n] = String(v).trim()
  }
  for (const [n, f] of entries(r)) {
    if (f.search === 'range') (values[n] as Range | undefined)?.forEach((v, i) => put(n + (i ? 'End' : 'Start'), v))
    else if (f.search) put(n, values[n])
  }
  return out
}

/** Narrowest field with its label, in pixels. A folded row shows two lines of fields; the last place is for the buttons. */
const FIELD_WIDTH = 280
/** How many fields fit side by side where the bar stands, once it does: beside a map that is fewer than in a whole page. */
function useColumns(stands: boolean) {
  const at = useRef<HTMLDivElement>(null)
  const [columns, setColumns] = useState(4)
  useEffect(() => {
    if (!at.current || typeof ResizeObserver === 'undefined') return
    const watch = new ResizeObserver(([e]) => {
      if (e && e.contentRect.width > 0) setColumns(Math.max(1, Math.floor(e.contentRect.width / FIELD_WIDTH)))
    })
    watch.observe(at.current)
    return () => watch.disconnect()
  }, [stands])
  return { at, columns }
}

interface SearchBarProps {
  of: AnyResource
  filters: Record<string, string>
  onSearch(filters: Record<string, string>): void
  without?: readonly string[]
}
/** The search row of a list. Enter searches; clear empties all and searches; more than two rows fold. `without` names fields searched elsewhere. */
export function SearchBar({ of: r, filters, onSearch, without = [] }: SearchBarProps) {
  const { say, label } = useSay()
  const [form] = Form.useForm<Values>()
  const fields = entries(r).filter(([n, f]) => f.search && !without.includes(n))
  const [open, setOpen] = useState(false)
  const { at, columns } = useColumns(fields.length > 0)
  const key = JSON.stringify(filters)
  const shown = useRef<string>(undefined)
  // the address changes behind the form's back (back button, links), and then the form follows; a tab that is shown again keeps what is typed
  useEffect(() => {
    if (shown.current !== key) form.setFieldsValue(toValues(r, JSON.parse(key) as Record<string, string>))
    shown.current = key
  }, [form, r, key])
  if (fields.length === 0) return null
  const kept = Object.fromEntries(Object.entries(filters).filter(([n]) => without.includes(n) || !searchNames(r).includes(n)))
  const search = (values: Values) => onSearch({ ...toFilters(r, values), ...kept })
  const visible = Math.max(2, columns * 2 - 1)
  const foldable = fields.length > visible
  return (
    <Form form={form} name={`${r.name}-search`} role="search" labelCol={{ flex: '7em' }} labelWrap onFinish={search}>
      <div ref={at} style={{ display: 'grid', gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, columnGap: 16 }}>
        {fields.map(([n, f], i) => (
          <Form.Item key={n} name={n} label={label(f)} style={{ marginBottom: 12, display: foldable && !open && i >= visible ? 'none' : undefined }}>
            {cloneElement(kinds[f.kind].search(f) as React.ReactElement<Values>, {
              'aria-label': label(f),
              placeholder: say(prompt(f.label, labelOf(f).en, isPicked(f))),
            })}
          </Form.Item>
        ))}
        <div style={{ textAlign: 'right', marginBottom: 12, gridColumnEnd: -1 }}>
          <Space>
            <Button type="primary" htmlType="submit">
              {say(phrases.search)}
            </Button>
            <Button
              onClick={() => {
                form.setFieldsValue(toValues(r, {}))
                onSearch(kept)
              }}
            >
              {say(phrases.reset)}
            </Button>
            {foldable && (
              <Button type="link" aria-expanded={open} onClick={() => setOpen(!open)}>
                {say(open ? phrases.collapse : phrases.expand)}
              </Button>
            )}
          </Space>
        </div>
      </div>
    </Form>
  )
}
