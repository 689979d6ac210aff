import { Input, InputNumber, type InputNumberProps } from 'antd'
import type { ReactElement, ReactNode } from 'react'
import { ClearInput } from './clear.web.tsx'
import { minuteText } from './clock.web.ts'
import type { Field, Kind } from '../model/field.ts'
import { DateInput, DateRange, DictInput, DictTag, FlagInput, FlagSearch, FlagTag, NumberRange, RefInput, RegionText, type InputProps } from './inputs.web.tsx'
import { RegionPicker } from './RegionTree.web.tsx'

type Show = (value: unknown, field: Field, name: string, row: Record<string, unknown>) => ReactNode
type Make = (field: Field) => ReactElement
/** How one kind is shown in a list, entered in a form and searched by. The inputs take id, value, onChange and disabled from their form item. */
export interface KindUi {
  show: Show
  input: Make
  search: Make
  align?: 'right' | 'center'
}

const plain: Show = (v) => (v === null || v === undefined ? '' : String(v))
/** Shown to the minute, told in full to the pointer. Source: platform.md 9 (date formats). */
const minute: Show = (v) => (v ? <time title={String(v)}>{minuteText(v)}</time> : '')
/** Names that the server adds beside an id or code, as the compatible API does (`parentName`, `deptName`). */
const beside: Show = (v, _f, name, row) => plain(row[`${name.replace(/(Id|Code)$/, '')}Name`] ?? row[`${name}Name`] ?? v, _f, name, row)

/** A number as the wire has it: text of digits for decimals, so that nothing is rounded on the way. */
function NumberInput({ field: f, ...rest }: InputProps) {
  // the bounds are checked, not enforced: a value typed too large must be told, not changed silently
  const props = { ...rest, controls: false, className: 'kit-number', style: { width: '100%' }, styles: { input: { textAlign: 'right' } } } as InputNumberProps<
    string | number
  >
  return f.kind === 'int' ? <InputNumber {...props} /> : <InputNumber {...props} stringMode />
}
const bare = (f: Field) => <TextInput field={f} />
/** One line of text; the field itself must not reach the DOM. */
function TextInput({ field: _f, ...rest }: InputProps) {
  return <ClearInput {...rest} onChange={(e) => rest.onChange?.(e.target.value)} />
}
function LongText({ field: f, ...rest }: InputProps) {
  return (
    <Input.TextArea
      {...rest}
      autoSize={{ minRows: 2, maxRows: 8 }}
      count={f.max ? { show: true, max: f.max } : undefined}
      onChange={(e) => rest.onChange?.(e.target.value)}
    />
  )
}
/** Structures are shown and typed as JSON; what does not parse stays text and is refused by the server. */
function JsonInput({ value, onChange, ...rest }: InputProps) {
  const change = (t: string | undefined) => {
    try {
      onChange?.(t ? JSON.parse(t) : undefined)
    } catch {
      onChange?.(t)
    }
  }
  return <LongText {...rest} value={typeof value === 'string' || value == null ? value : JSON.stringify(value)} onChange={change} />
}
function RegionInput({ field: _f, ...rest }: InputProps) {
  return <RegionPicker {...rest} />
}

/** An area as it is written everywhere: two decimals at least, whatever the wire left out. */
export const twoDecimals = (v: unknown): string => {
  const [whole = '', part = ''] = String(v ?? '').split('.')
  return /^-?\d+$/.test(whole) && /^\d*$/.test(part) ? `${whole}.${part.padEnd(2, '0')}` : String(v ?? '')
}
const area = (f: Field) => <LongText field={f} />
const number = (f: Field) => <NumberInput field={f} />
const numberSearch = (f: Field) => (f.search === 'range' ? <NumberRange field={f} /> : number(f))
const date = (f: Field) => <DateInput field={f} />
const dateSearch = (f: Field) => (f.search === 'range' ? <DateRange field={f} /> : date(f))
const reference = (f: Field) => <RefInput field={f} />
const region = (f: Field) => <RegionInput field={f} />

/** The compiler asks for every kind. */
export const kinds: Readonly<Record<Kind, KindUi>> = {
  text: { show: plain, input: bare, search: bare },
  note: { show: plain, input: area, search: bare },
  int: { show: plain, input: number, search: numberSearch, align: 'right' },
  decimal: { show: plain, input: number, search: numberSearch, align: 'right' },
  area: { show: (v) => twoDecimals(v), input: number, search: numberSearch, align: 'right' },
  date: { show: plain, input: date, search: dateSearch },
  datetime: { show: minute, input: date, search: dateSearch },
  dict: {
    show: (v, f) => <DictTag code={f.dict ?? ''} value={v} />,
    input: (f) => <DictInput field={f} />,
    search: (f) => <DictInput field={f} multiple={f.search === 'in'} />,
  },
  flag: { show: (v) => <FlagTag value={v} />, input: (f) => <FlagInput field={f} />, search: (f) => <FlagSearch field={f} />, align: 'center' },
  region: { show: (v, f, n, row) => (v ? <RegionText code={String(v)} name={beside('', f, n, row) as string} /> : ''), input: region, search: region },
  ref: { show: beside, input: reference, search: reference },
  refs: { show: beside, input: reference, search: reference },
  geom: { show: plain, input: area, search: bare },
  json: { show: (v) => (v == null ? '' : typeof v === 'string' ? v : JSON.stringify(v)), input: (f) => <JsonInput field={f} />, search: bare },
}
